import { readLines } from './reader.ts'
import type { Reader } from './reader.ts'

/** Non-finite numbers as text, as in protobuf's JSON mapping. */
type OddNumber = 'NaN' | 'Infinity' | '-Infinity'

export const jsonNumber = (value: number): number | OddNumber =>
  Number.isFinite(value) ? value : (String(value) as OddNumber)

/** Prefix of the server's own tags, hidden from clients and users. */
export const productTags = 'vermilion.'

export interface JournalLine {
  /** The time is in milliseconds. */
  points?: [name: string, step: number, time: number, value: number | OddNumber][]
  parameters?: Record<string, string>
  /** Null deletes a tag. */
  tags?: Record<string, string | null>
}

export const journalReader: Reader<null> = {
  empty: null,
  repeats: 'append',
  read({ bytes }, state, sink) {
    const used = readLines(bytes, (text) => {
      const line = lineOf(text)
      for (const [name, step, time, value] of line.points ?? []) sink.add(name, step, time, Number(value))
      for (const [name, value] of Object.entries(line.parameters ?? {})) sink.parameter(name, value)
      for (const [name, value] of Object.entries(line.tags ?? {})) sink.tag(name, value)
    })
    return { used, state }
  },
}

/** Ignores a line that a crash cut off. */
function lineOf(text: string): JournalLine {
  try {
    return JSON.parse(text) as JournalLine
  } catch {
    return {}
  }
}
