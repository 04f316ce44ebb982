import { plain, type Style, styleAfter } from './sgr.ts'

export interface Run {
  readonly text: string
  readonly style: Style
}

/** The maximum column of the cursor. */
const maxColumns = 4_096
// What is written is a character, or an escape sequence: CSI, OSC, or of two characters.
// eslint-disable-next-line no-control-regex -- they are what is looked for
const tokens = /\u001B\[([0-?]*)[ -/]*([@-~])|\u001B\][^\u0007\u001B]*(?:\u0007|\u001B\\)?|\u001B[ -/]*[0-~]|[\s\S]/gu
// eslint-disable-next-line no-control-regex -- they are what is looked for
const control = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F]/
// eslint-disable-next-line no-control-regex -- they are what is looked for
const controls = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F]/g

/** A line as a terminal would show it: overwritten characters are gone. The content is never treated as markup. */
export function styledRuns(text: string): readonly Run[] {
  if (!control.test(text)) return text === '' ? [] : [{ text, style: plain }]
  const cells: (Cell | undefined)[] = []
  let column = 0
  let style = plain
  for (const [token, parameters, final] of text.matchAll(tokens)) {
    if (final !== undefined) {
      if (final === 'm') style = styleAfter(style, parameters ?? '')
      else column = moved(cells, column, final, parameters ?? '')
    } else if (token === '\r') column = 0
    else if (token === '\b') column = Math.max(0, column - 1)
    else if (!token.startsWith('\u001B') || token.length === 1) {
      cells[column] = { text: token, style }
      column += 1
    }
  }
  return runsOf(cells)
}

interface Cell {
  readonly text: string
  readonly style: Style
}

/** The cursor's column after a control sequence. Sequences that leave the line are ignored. */
function moved(cells: (Cell | undefined)[], column: number, final: string, parameters: string): number {
  const count = Number.parseInt(parameters, 10) || 0
  const to = (requested: number) => Math.max(0, Math.min(Math.max(maxColumns, cells.length), requested))
  if (final === 'C') return to(column + Math.max(1, count))
  if (final === 'D') return to(column - Math.max(1, count))
  if (final === 'G') return to(Math.max(1, count) - 1)
  if (final === 'K') {
    if (count === 0) cells.length = Math.min(cells.length, column)
    else if (count === 1) cells.fill(undefined, 0, column + 1)
    else cells.length = 0
  }
  return column
}

function runsOf(cells: readonly (Cell | undefined)[]): Run[] {
  const runs: { text: string; style: Style }[] = []
  for (let index = 0; index < cells.length; index += 1) {
    const { text, style } = cells[index] ?? { text: ' ', style: plain }
    const last = runs.at(-1)
    if (last?.style === style) last.text += text
    else runs.push({ text, style })
  }
  return runs.map(({ text, style }) => ({ text: text.replaceAll(controls, picture), style }))
}

/** Unicode has symbols for control characters. */
function picture(character: string): string {
  const code = character.charCodeAt(0)
  if (code === 0x7f) return '\u2421'
  return code < 0x20 ? String.fromCharCode(0x2400 + code) : '\uFFFD'
}

export const textOf = (runs: readonly Run[]): string => runs.map(({ text }) => text).join('')

export interface MarkedRun extends Run {
  readonly marked: boolean
}

export function markRuns(runs: readonly Run[], pattern: RegExp | null): readonly MarkedRun[] {
  const sequences =
    pattern === null ? [] : [...textOf(runs).matchAll(pattern)].map((match) => [match.index, match[0].length])
  if (sequences.length === 0) return runs.map((run) => ({ ...run, marked: false }))
  const edges = sequences.flatMap(([start = 0, length = 0]) => [start, start + length])
  const parts: MarkedRun[] = []
  let at = 0
  for (const { text, style } of runs) {
    const end = at + text.length
    const inner = edges.filter((edge) => edge > at && edge < end)
    for (const [index, from] of [at, ...inner].entries()) {
      const to = inner[index] ?? end
      const marked = sequences.some(([start = 0, length = 0]) => from >= start && from < start + length)
      parts.push({ text: text.slice(from - at, to - at), style, marked })
    }
    at = end
  }
  return parts
}

/** A literal search pattern, case-insensitive by default. */
export function patternOf(query: string, matchCase: boolean): RegExp | null {
  return query === ''
    ? null
    : new RegExp(query.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`), matchCase ? 'gu' : 'giu')
}
