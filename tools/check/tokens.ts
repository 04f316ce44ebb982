import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeOutSizes } from '../../console/sizes.ts'
import type { Check } from './check.ts'
import { namedColours, takesColours, writtenColours } from './colours.ts'
import { primitivesSheet, wrongPrimitives } from './primitives.ts'
import { componentDeclarations, lineAt, sheetDeclarations, withoutComments, type Declaration } from './style-source.ts'
import { colourExceptions, colourSources, isSpacing, radii, textSizes } from './token-scale.ts'
import { consoleFiles } from './tree.ts'

/** The console's styles use tokens: colors as variables; font sizes, spacing, radii and shadows from the scale. */
export const tokens: Check = {
  name: 'tokens',
  run(root) {
    const sources = consoleFiles(root).map((path) => readSource(root, path))
    const measured = measuredVariables(sources)
    const faults = [
      ...sources.flatMap((source) => [...wrongColours(source), ...wrongSizes(source, measured)]),
      ...wrongClasses(root, sources),
    ]
    return Promise.resolve({ passed: faults.length === 0, output: faults.join('\n') })
  },
}

interface Source {
  readonly path: string
  /** Without comments for components. */
  readonly text: string
  readonly isSheet: boolean
  readonly declarations: readonly Declaration[]
}

function readSource(root: string, path: string): Source {
  const raw = readFileSync(join(root, path), 'utf8')
  const isSheet = path.endsWith('.css')
  const declarations = isSheet ? sheetDeclarations(writeOutSizes(raw)) : componentDeclarations(raw)
  return { path, text: isSheet ? '' : withoutComments(raw), isSheet, declarations }
}

function wrongClasses(root: string, sources: readonly Source[]): string[] {
  const sheet = join(root, primitivesSheet)
  if (!existsSync(sheet)) return []
  return wrongPrimitives(
    writeOutSizes(readFileSync(sheet, 'utf8')),
    sources.filter(({ path }) => path.endsWith('.tsx')),
  )
}

function wrongColours({ path, text, isSheet, declarations }: Source): string[] {
  if (colourSources.includes(path)) return []
  const coloured = declarations.filter(({ property }) => takesColours.test(property))
  const faults = [
    ...(isSheet ? declarations : []).flatMap(({ property, value, line }) =>
      writtenColours(value).map(({ colour }) => `${path}:${line} ${property}: ${colour}`),
    ),
    ...writtenColours(text).map(({ colour, offset }) => `${path}:${lineAt(text, offset)} ${colour}`),
    ...coloured.flatMap(({ property, value, line }) =>
      namesIn(value, isSheet).map((name) => `${path}:${line} ${property}: ${name}`),
    ),
  ]
  if (path in colourExceptions) return faults.length > 0 ? [] : [`${path} is an exception without need`]
  return faults.map((fault) => `${fault}: take a colour from the tokens, as a variable`)
}

/** In a component only quoted text is a value. */
function namesIn(value: string, isSheet: boolean): string[] {
  return isSheet ? namedColours(value) : (value.match(/'[^']*'|"[^"]*"/g) ?? []).flatMap(namedColours)
}

/** Properties with their scale. */
interface Scale {
  readonly properties: RegExp
  readonly message: string
  holds(pixels: number): boolean
}

const scales: readonly Scale[] = [
  {
    properties: /^font(?:-size)?$/,
    message: `sizes of text are ${textSizes.join(', ')}px`,
    holds: (pixels) => textSizes.includes(pixels),
  },
  {
    properties: /^(?:(?:margin|padding)(?:-[a-z]+)*|(?:row-|column-)?gap)$/,
    message: 'spacing is 0, 1px, twos to 16px or fours beyond',
    holds: isSpacing,
  },
  {
    properties: /^border-(?:[a-z]+-)*radius$/,
    message: `radii are 50% or ${radii.join(', ')}px`,
    holds: (pixels) => pixels === 0 || radii.includes(pixels),
  },
]

const scaleOf = (property: string) => scales.find(({ properties }) => properties.test(property))

/** Variables used in scaled properties are checked where they are defined. */
function measuredVariables(sources: readonly Source[]): ReadonlyMap<string, Scale> {
  const uses = sources.flatMap(({ declarations }) =>
    declarations.flatMap(({ property, value }) => {
      const scale = scaleOf(property)
      const variables = scale === undefined ? [] : [...value.matchAll(/var\((--[\w-]+)/g)]
      return variables.map(({ 1: variable = '' }) => [variable, scale!] as const)
    }),
  )
  return new Map(uses)
}

function wrongSizes({ path, isSheet, declarations }: Source, measured: ReadonlyMap<string, Scale>): string[] {
  return declarations.flatMap(({ property, value, line }) => {
    const fault = (message: string) => `${path}:${line} ${property}: ${value}: ${message}`
    if (property.endsWith('-shadow')) return isTokenShadow(value) ? [] : [fault('what blurs is a shadow of the tokens')]
    const scale = scaleOf(property) ?? measured.get(property)
    if (scale === undefined) return []
    const lengths = lengthsIn(value, property, isSheet)
    return lengths.every((pixels) => scale.holds(pixels)) ? [] : [fault(scale.message)]
  })
}

/** Lengths in pixels; NaN for units without a scale. Relative units (`%`, `vh`, `ch`, `fr`) are free. */
function lengthsIn(value: string, property: string, isSheet: boolean): number[] {
  // In `font`, the line height follows a slash.
  const sizes = property === 'font' ? value.replace(/\/\S+/, '') : value
  const withUnit = [...sizes.matchAll(/(?<![\w.#-])(-?\d*\.?\d+)(px|r?em|pt)/g)]
  const bare = isSheet || /['"`]/.test(value) ? [] : [...sizes.matchAll(/(?<![\w.])\d*\.?\d+(?![\w.%])/g)]
  return [...withUnit.map(([, size, unit]) => (unit === 'px' ? Number(size) : Number.NaN)), ...bare.map(Number)]
}

/** A variable, `none`, or lines without blur. */
function isTokenShadow(value: string): boolean {
  return value.split(/,(?![^(]*\))/).every((part) => {
    const blur = part.replaceAll(/var\([^()]*\)/g, '').match(/-?[\d.]+(?:px|v\w+)?(?![\w(])/g)?.[2]
    return blur === undefined || Number.parseFloat(blur) === 0
  })
}
