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

/** Streams the rows of a CSV file, batched per chunk. The first line determines the separator: comma, semicolon, tab or bar. */
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

function separatorOf(text: string): string {
  const head = text.split('\n', 1)[0] ?? ''
  const counts = [',', ';', '\t', '|'].map((mark) => ({ mark, count: head.split(mark).length }))
  return counts.toSorted((a, b) => b.count - a.count)[0]!.mark
}

function cut(text: string, separator: string, firstLine: number, isEnd: boolean) {
  const records: CsvRecord[] = []
  let [at, line] = [0, firstLine]
  while (at < text.length) {
    const row = readRow(text, at, separator)
    if (row === null || (!row.isEnded && !isEnd)) {
      if (isEnd) throw new CsvError({ en: 'a quote is not closed', zh: '引号未闭合' }, line)
      break
    }
    if (row.fields.length > 1 || row.fields[0] !== '') records.push({ fields: row.fields, line })
    line += row.lines
    at = row.next
  }
  return { records, rest: text.slice(at), nextLine: line }
}

function readRow(
  text: string,
  start: number,
  separator: string,
): { fields: string[]; next: number; lines: number; isEnded: boolean } | null {
  const fields: string[] = []
  let [at, lines] = [start, 0]
  for (;;) {
    let field = ''
    if (text[at] === '"') {
      for (;;) {
        const end = text.indexOf('"', at + 1)
        if (end < 0) return null
        field += text.slice(at + 1, end)
        at = end + 1
        if (text[at] !== '"') break
        field += '"'
      }
      lines += field.split('\n').length - 1
    } else {
      const from = at
      while (at < text.length && text[at] !== separator && text[at] !== '\n' && text[at] !== '\r') at += 1
      field = text.slice(from, at)
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
      return { fields, next: next < 0 ? text.length : next + 1, lines: lines + 1, isEnded: next >= 0 }
    }
    return { fields, next: at + (isEnded ? 1 : 0), lines: lines + 1, isEnded }
  }
}

export function csvLine(fields: readonly (string | number)[]): string {
  const quoted = fields
    .map(String)
    .map((field) => (/[",;\t\r\n]|^\s|\s$/.test(field) ? `"${field.replaceAll('"', '""')}"` : field))
  return `${quoted.join(',')}\n`
}
import type { Text } from '../../kernel/text.ts'
import { ContentError } from '../problems/content-error.ts'
