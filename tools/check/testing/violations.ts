import { readFileSync } from 'node:fs'
import { format } from '../format.ts'
import { lint } from '../lint.ts'
import { types } from '../types.ts'
import { unused } from '../unused.ts'
import { directionViolations } from './direction-violations.ts'
import { pictureViolations } from './picture-violations.ts'
import { sizeViolations } from './size-violations.ts'
import { sqlViolations } from './sql-violations.ts'
import { tokenViolations } from './token-violations.ts'
import type { Violation } from './violation.ts'

/** Ways of writing text that bypasses the catalogs. */
const untranslated: Readonly<Record<string, string>> = {
  'text in an expression between tags': `<p>{'Spaces'}</p>`,
  'Chinese text in an expression': `<p>{'空'}{count}</p>`,
  'text that a condition chooses': `<p>{open ? 'Open' : count}</p>`,
  'text that stands in for nothing': `<p>{count || 'Nothing here'}</p>`,
  'text around a value': '<p>{`${count} files`}</p>',
  'a title chosen by a condition': `<p title={open ? 'Open' : undefined}>{count}</p>`,
  'a placeholder': `<input placeholder="Search" disabled={open} maxLength={count} />`,
  'a Chinese name for screen readers': '<button type="button" aria-label={`删除 ${count}`} disabled={open} />',
  'the words of a button of antd': `({ okText: 'Delete', open, count, page: <p>{count}</p> })`,
  'the label of an option': `[{ label: 'All', value: count, open }].map(({ value }) => <p key={value}>{value}</p>)`,
}

/** The console's catalogs. */
const catalogues = Object.fromEntries(
  ['console/src/lib/i18n.ts', 'console/src/lib/system.ts', 'console/src/lib/media.ts', 'console/src/lib/pseudo.ts']
    .concat('contract/src/kernel/text.ts')
    .map((path) => [path, readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8')]),
)

const catalogueOf = (en: string, zh: string) =>
  `import { catalogue, translator } from './lib/i18n.ts'\n\nexport const text = catalogue('planted', { en: ${en}, zh: ${zh} })\n` +
  `export const speak = translator\n`

/** One violation per rule, as files that differ from the sound tree. */
export const violations: Readonly<Record<string, Violation>> = {
  'unformatted code': {
    check: format,
    files: { 'contract/src/spaces.ts': `export const spaceName = "floor";\n` },
    says: /contract\/src\/spaces\.ts/,
  },
  'a promise nobody waits for': {
    check: lint,
    files: { 'server/src/main.ts': `const work = async () => 1\nwork()\n` },
    says: /no-floating-promises/,
  },
  'an import cycle': {
    check: lint,
    files: {
      'server/src/platform/clock.ts': `import { day } from './day.ts'\n\nexport const now = () => day\n`,
      'server/src/platform/day.ts': `import { now } from './clock.ts'\n\nexport const day = now\n`,
    },
    says: /no-cycle/,
  },
  'the type any': {
    check: lint,
    files: { 'contract/src/spaces.ts': `export const spaceName: any = 'floor'\n` },
    says: /no-explicit-any/,
  },
  'a file of more than 300 lines': {
    check: lint,
    files: { 'contract/src/spaces.ts': `// A line.\n`.repeat(301) },
    says: /max-lines/,
  },
  'a default export': {
    check: lint,
    files: { 'contract/src/spaces.ts': `export default 'floor'\n` },
    says: /no-default-export/,
  },
  'antd in the canvas': {
    check: lint,
    files: { 'canvas/src/view.ts': `import { Button } from 'antd'\n\nexport const zoom = Button\n` },
    says: /antd belongs to the console alone/,
  },
  'React in the canvas': {
    check: lint,
    files: { 'canvas/src/view.ts': `import { useState } from 'react'\n\nexport const zoom = useState\n` },
    says: /works without React/,
  },
  'a timer in the canvas': {
    check: lint,
    files: { 'canvas/src/view.ts': `setTimeout(() => undefined, 10)\n` },
    says: /depend on the clock/,
  },
  'a call past the contract': {
    check: lint,
    files: { 'console/src/main.tsx': `export const start = async () => (await fetch('/api/v1/spaces')).ok\n` },
    says: /console\/src\/lib\/api\.ts/,
  },
  'the environment outside config.ts': {
    check: lint,
    files: { 'server/src/platform/clock.ts': `export const now = () => process.env.NOW\n` },
    says: /no-process-env/,
  },
  'text between tags': {
    check: lint,
    files: { 'console/src/main.tsx': `export const start = () => <p>Spaces</p>\n` },
    says: /jsx-no-literals/,
  },
  'text in an attribute': {
    check: lint,
    files: { 'console/src/main.tsx': `export const start = () => <img src="/bird.svg" alt="A bird" />\n` },
    says: /attribute-text/,
  },
  ...Object.fromEntries(
    Object.entries(untranslated).map(([what, page], index) => [
      what,
      {
        check: lint,
        files: { [`console/src/page-${index}.tsx`]: `export const page = (open: boolean, count: number) => ${page}\n` },
        says: new RegExp(`attribute-text[^\\[]*\\[console/src/page-${index}\\.tsx`),
      },
    ]),
  ),
  'a text that one language does not have': {
    check: types,
    files: {
      ...catalogues,
      'console/src/text-language.ts': catalogueOf(`{ open: 'Open', close: 'Close' }`, `{ open: '打开' }`),
    },
    says: /text-language\.ts.*TS(?:2322|2345|2741)[\s\S]*close/,
  },
  'a text whose hole one language does not have': {
    check: types,
    files: {
      ...catalogues,
      'console/src/text-hole.ts': catalogueOf(`{ left: '{count} left' }`, `{ left: '还剩 {number} 个' }`),
    },
    says: /text-hole\.ts.*TS2322/,
  },
  'a text shown without what fills its hole': {
    check: types,
    files: {
      ...catalogues,
      'console/src/text-filled.ts':
        catalogueOf(`{ left: '{count} left' }`, `{ left: '还剩 {count} 个' }`) +
        `export const shown = translator(text, 'en-US')('left')\n`,
    },
    says: /text-filled\.ts.*TS2554/,
  },
  'a label kind compared in shared code': {
    check: lint,
    files: { 'contract/src/spaces.ts': `export const isBox = (shape: { kind: string }) => shape.kind === 'box'\n` },
    says: /Ask the registry of label kinds/,
  },
  'a wrong type': {
    check: types,
    files: { 'server/src/platform/clock.ts': `export const now = (): string => Date.now()\n` },
    says: /clock\.ts.*TS2322/,
  },
  'a wrong type in the tools': {
    check: types,
    files: { 'tools/check/main.ts': `export const checked: string = 1\n` },
    says: /tools\/check\/main\.ts.*TS2322/,
  },
  ...directionViolations,
  ...pictureViolations,
  ...sizeViolations,
  ...sqlViolations,
  ...tokenViolations,
  'an export nobody uses': {
    check: unused,
    files: { 'server/src/platform/clock.ts': `export const now = () => Date.now()\nexport const later = 1\n` },
    says: /later\s+server\/src\/platform\/clock\.ts/,
  },
  'an export of the contract nobody uses': {
    check: unused,
    files: { 'contract/src/spaces.ts': `export const spaceName = 'floor'\nexport const planet = 1\n` },
    says: /planet\s+contract\/src\/spaces\.ts/,
  },
  'a package nobody uses': {
    check: unused,
    files: {},
    says: /Unused dependencies[^]*rbush\s+canvas\/package\.json/,
  },
  'a file nobody uses': {
    check: unused,
    files: { 'server/src/platform/spare.ts': `export const spare = 1\n` },
    says: /server\/src\/platform\/spare\.ts/,
  },
}
