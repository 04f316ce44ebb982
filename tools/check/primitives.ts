import { lineAt } from './style-source.ts'

/** Classes of this sheet are written beside those of a module. */
export const primitivesSheet = 'console/src/ui/layout.css'

interface Source {
  readonly path: string
  /** Without comments. */
  readonly text: string
}

/** Classes written out in a component that the sheet of primitives lacks, and primitives that no component uses. */
export function wrongPrimitives(sheet: string, components: readonly Source[]): string[] {
  const primitives = new Set([...sheet.matchAll(/^\s*\.([\w-]+)(?=[ ,:])/gm)].map(([, name = '']) => name))
  const used = new Set<string>()
  const faults = components.flatMap(({ path, text }) =>
    writtenClasses(text).flatMap(({ name, offset }) => {
      used.add(name)
      return primitives.has(name)
        ? []
        : [`${path}:${lineAt(text, offset)} ${name}: ${primitivesSheet} has no such class`]
    }),
  )
  const unused = [...primitives].filter((name) => !used.has(name))
  return [...faults, ...unused.map((name) => `${primitivesSheet} .${name}: no component uses this class`)]
}

/** Words in the quotes and templates of `className`. */
function writtenClasses(text: string): { name: string; offset: number }[] {
  return [...text.matchAll(/\bclassName=/g)].flatMap(({ index }) => {
    const from = index + 'className='.length
    return textsOf(valueAt(text, from)).flatMap((words) =>
      words.split(/\s+/).flatMap((name) => (name === '' ? [] : [{ name, offset: from }])),
    )
  })
}

/** A text in quotes, or what stands in braces. */
function valueAt(text: string, from: number): string {
  if (text.charAt(from) !== '{') return text.slice(from, text.indexOf('"', from + 1) + 1)
  let depth = 0
  for (let index = from; index < text.length; index += 1) {
    if (text.charAt(index) === '{') depth += 1
    if (text.charAt(index) === '}') depth -= 1
    if (depth === 0) return text.slice(from, index + 1)
  }
  return ''
}

/** Texts of an expression, without keys (`styles['row']`), what is compared, and what a template fills in. */
function textsOf(value: string): string[] {
  const spoken = value.replaceAll(/\[[^\]]*\]|[!=]==\s*'[^']*'|\.\w+\('[^']*'\)/g, '')
  const templates = [...spoken.matchAll(/`([^`]*)`/g)].map(([, content = '']) =>
    content.replaceAll(/\$\{[^{}]*\}/g, ' '),
  )
  const quoted = [...spoken.matchAll(/'([^']*)'|"([^"]*)"/g)].map(([, single, double]) => single ?? double ?? '')
  return [...templates, ...quoted]
}
