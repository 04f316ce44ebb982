import { tokens } from '../tokens.ts'
import type { Violation } from './violation.ts'

/** Styles that violate the tokens, each in its own sheet or component. */
const sheets: Readonly<Record<string, readonly [declaration: string, told: RegExp]>> = {
  'a colour in digits': ['color: #ff0000', /color: #ff0000: take a colour/],
  'a colour as a function': ['border: 1px solid rgb(0 0 0 / 0.4)', /border: rgb\(0 0 0/],
  'a colour by name': ['background: var(--ground) white', /background: white/],
  'a colour in a variable of its own': ['--ground: color-mix(in srgb, black 9%, transparent)', /--ground: black/],
  'a colour that stands in for a missing token': ['fill: var(--ant-color-text, #abc)', /fill: #abc/],
  'a size of text between two': ['font-size: 12.5px', /font-size: 12\.5px: sizes of text are/],
  'a size of text in a shorthand': ['font: 600 15px/20px serif', /font: 600 15px/],
  'a size of text by the size around it': ['font-size: 0.9em', /font-size: 0\.9em/],
  'an odd padding': ['padding: 4px 7px', /padding: 4px 7px: spacing is/],
  'an odd margin that goes the other way': ['margin-left: -18px', /margin-left: -18px/],
  'an odd gap in a calculation': ['gap: calc(100% - 13px)', /gap: calc\(100% - 13px\)/],
  'an odd space in a variable': ['--air: 9px; row-gap: var(--air)', /--air: 9px: spacing is/],
  'a radius of its own': ['border-top-left-radius: 7px', /border-top-left-radius: 7px: radii are/],
  'a shadow of its own': ['box-shadow: 0 2px 9px var(--ant-color-text)', /box-shadow: 0 2px 9px.*blurs/],
}

const components: Readonly<Record<string, readonly [attributes: string, told: RegExp]>> = {
  'a colour in an attribute': [`fill="tomato"`, /fill: tomato/],
  'a colour in a style': [`style={{ color: wide ? '#12ab34' : undefined }}`, /tsx:1 #12ab34/],
  'an odd margin in a style': ['style={{ marginTop: 22, width: 17 }}', /margin-top: 22: spacing is/],
  'an odd gap in an attribute': ['gap={wide ? 6 : 11}', /gap: wide \? 6 : 11: spacing is/],
  'a size of text in a style': [`style={{ fontSize: '15px' }}`, /font-size: '15px': sizes of text/],
}

const plain = `a:hover,\n.row[data-on='true'] {\n  /* color: red; padding: 3px; */\n  margin: -2px auto 28px;\n  border-radius: 50%;\n  box-shadow: inset 0 0 0 3px var(--ant-color-text), none;\n  white-space: nowrap;\n`

/** Style sheets that pass: tokens, the scale, shares, comments and text that merely resembles colors. */
export const soundLooks: Readonly<Record<string, string>> = {
  'console/src/page.module.css': `${plain}  padding: 9% var(--air, 8px);\n  font-size: inherit;\n  background: url('#abc') color-mix(in srgb, var(--ant-color-primary) 7%, transparent);\n}\n`,
  'console/src/page.tsx': `import '#face/page.module.css'\n\n// #ff0000 and gap={3}\nexport const page = <i style={{ gap: 12, width: 13, color: 'var(--red)' }} />\n`,
}

export const tokenViolations: Readonly<Record<string, Violation>> = Object.fromEntries([
  ...Object.entries(sheets).map(([what, [declaration, says]], index) => [
    what,
    { check: tokens, files: { [`console/src/page-${index}.module.css`]: `${plain}  ${declaration};\n}\n` }, says },
  ]),
  ...Object.entries(components).map(([what, [attributes, says]], index) => [
    what,
    {
      check: tokens,
      files: { [`console/src/part-${index}.tsx`]: `export const part = (wide: boolean) => <i ${attributes} />\n` },
      says,
    },
  ]),
  [
    'a class that is no primitive',
    {
      check: tokens,
      files: {
        'console/src/ui/layout.css': `.row {\n  display: flex;\n}\n\n.rare:hover {\n  color: inherit;\n}\n`,
        'console/src/rows.tsx':
          "export const rows = (open: boolean) => <i className={open ? `row ${'x'} rwo` : 'row'} />\n",
      },
      says: /rows\.tsx:1 rwo: .* has no such class/,
    },
  ],
  [
    'a primitive that no component uses',
    {
      check: tokens,
      files: {
        'console/src/ui/layout.css': `.row {\n  display: flex;\n}\n\n.rare:hover {\n  color: inherit;\n}\n`,
      },
      says: /\.rare: no component uses this class/,
    },
  ],
  [
    'an exception that nothing needs',
    {
      check: tokens,
      files: { 'console/src/app/watermark.tsx': `export const watermark = <i />\n` },
      says: /watermark\.tsx is an exception without need/,
    },
  ],
])
