import type { Text } from '../../kernel/text.ts'
import { ContentError } from '../problems/content-error.ts'

/** A row of a CSV file (RFC 4180) and its first line, from 1. */
export interface CsvRecord {
  fields: string[]
  line: number
}

/** Row limit in bytes: the mask of a very large image fits. */
const maxRowLength = 16 * 1024 * 1024

export class CsvError extends ContentError {
  readonly line: number

  constructor(detail: Text, line: number) {
    super(detail)
    this.line = line
  }
}

/** Streams the rows of a CSV file, batched per chunk, without blank ones. The first line determines the separator. */
export async function* csvRecords(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<CsvRecord[]> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let waiting = ''
  let separator = ''
  let line = 1
  for await (const chunk of chunks) {
    waiting += decoded(decoder, chunk)
    if (waiting.length > maxRowLength) throw new CsvError({ en: 'a row is too long', zh: '一行过长' }, line)
    if (separator === '' && !waiting.includes('\n')) continue
    separator ||= separatorOf(waiting)
    const { records, rest, nextLine } = cut(waiting, separator, line, false)
    waiting = rest
    line = nextLine
    if (records.length > 0) yield records
  }
  waiting += decoded(decoder)
  const { records } = cut(waiting, separator || separatorOf(waiting), line, true)
  if (records.length > 0) yield records
}

/** The rows of a text, like `csvRecords`. It throws at a quote that is not closed, after the rows before it. */
export function* csvRecordsOf(text: string): Generator<CsvRecord> {
  const content = text.replace(/^\uFEFF/, '')
  const separator = separatorOf(content)
  const { records, rest, nextLine } = cut(content, separator, 1, false)
  yield* records
  yield* cut(rest, separator, nextLine, true).records
}

/**
 * The rows of a text that is shown or that a program is still writing, blank ones too. Blanks before a quote, text behind one
 * and a quote that is never closed are accepted.
 */
export function csvRows(text: string, separator: string): string[][] {
  const rows: string[][] = []
  for (let at = 0; at < text.length;) {
    const { fields, next } = readRow(text, at, separator, true)
    rows.push(fields)
    at = next
  }
  return rows
}

/** The cells of one line, without blanks around them. */
export const csvCells = (line: string): string[] => csvRows(line, ',')[0]?.map((cell) => cell.trim()) ?? []

function decoded(decoder: InstanceType<typeof TextDecoder>, chunk?: Uint8Array): string {
  try {
    return chunk === undefined ? decoder.decode() : decoder.decode(chunk, { stream: true })
  } catch {
    throw new CsvError(
      { en: 'its text is neither UTF-8 nor UTF-16 nor GB18030', zh: '文本既不是 UTF-8，也不是 UTF-16 或 GB18030' },
      1,
    )
  }
}

/** The separator is the comma, semicolon, tab or bar that the first line has most often outside quotes. */
export function separatorOf(text: string): string {
  const head = text.split('\n', 1)[0]!.replaceAll(/"[^"]*"/g, '')
  const counts = [',', ';', '\t', '|'].map((mark) => ({ mark, count: head.split(mark).length }))
  return counts.toSorted((a, b) => b.count - a.count)[0]!.mark
}

function cut(text: string, separator: string, firstLine: number, isEnd: boolean) {
  const records: CsvRecord[] = []
  let [at, line] = [0, firstLine]
  while (at < text.length) {
    const row = readRow(text, at, separator, false)
    if (!row.isEnded && !isEnd) break
    if (!row.isClosed) throw new CsvError({ en: 'a quote is not closed', zh: '引号未闭合' }, line)
    if (row.fields.length > 1 || row.fields[0] !== '') records.push({ fields: row.fields, line })
    line += row.lines
    at = row.next
  }
  return { records, rest: text.slice(at), nextLine: line }
}

interface Row {
  readonly fields: string[]
  /** Position at which the next row begins. */
  readonly next: number
  readonly lines: number
  /** False where the text ends before the row does. */
  readonly isEnded: boolean
  /** False where a quote is not closed. */
  readonly isClosed: boolean
}

function readRow(text: string, start: number, separator: string, isLenient: boolean): Row {
  const fields: string[] = []
  let [at, lines] = [start, 1]
  for (;;) {
    let field = ''
    const first = isLenient ? firstNonBlank(text, at) : at
    const isQuoted = text[first] === '"'
    if (isQuoted) {
      at = first
      for (;;) {
        const quote = text.indexOf('"', at + 1)
        if (quote < 0 && !isLenient) return { fields, next: text.length, lines, isEnded: false, isClosed: false }
        const end = quote < 0 ? text.length : quote
        field += text.slice(at + 1, end)
        at = end + 1
        if (text[at] !== '"') break
        field += '"'
      }
      lines += field.split('\n').length - 1
    }
    if (!isQuoted || isLenient) {
      const from = at
      at = Math.max(at, first)
      while (at < text.length && text[at] !== separator && text[at] !== '\n' && text[at] !== '\r') at += 1
      field += text.slice(from, at)
    }
    fields.push(field)
    if (text[at] === separator) {
      at += 1
      continue
    }
    if (text[at] === '\r' && text[at + 1] === '\n') at += 1
    // Text between a closing quote and the separator is invalid: it ends the row like a line break.
    const isEnded = text[at] === '\n' || (text[at] === '\r' && at + 1 < text.length)
    if (!isEnded && at < text.length) {
      const next = text.indexOf('\n', at)
      return { fields, next: next < 0 ? text.length : next + 1, lines, isEnded: next >= 0, isClosed: true }
    }
    return { fields, next: at + (isEnded ? 1 : 0), lines, isEnded, isClosed: true }
  }
}

function firstNonBlank(text: string, start: number): number {
  let at = start
  while (text[at] === ' ') at += 1
  return at
}

/** Spreadsheets read a cell that begins so as a formula. */
const formula = /^[=+\-@\t\r]/

interface LineOptions {
  /** Text that spreadsheets would read as a formula gets an apostrophe before it; not where programs read the table back. */
  readonly isGuarded?: boolean
  readonly end?: '\r\n' | '\n'
}

/** A row of a CSV file (RFC 4180). */
export function csvLine(
  cells: readonly (string | number | null)[],
  { isGuarded = true, end = '\r\n' }: LineOptions = {},
): string {
  const written = cells.map((cell) => {
    if (typeof cell !== 'string') return String(cell ?? '')
    const text = isGuarded && formula.test(cell) ? `'${cell}` : cell
    return /[",;\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
  })
  return `${written.join(',')}${end}`
}
