import { readLines } from './reader.ts'
import type { Reader } from './reader.ts'

/** Numbers that JSON has no form for, as protocol buffers write them in it. */
type OddNumber = 'NaN' | 'Infinity' | '-Infinity'

export const jsonNumber = (value: number): number | OddNumber =>
  Number.isFinite(value) ? value : (String(value) as OddNumber)

/** What the server itself writes down of a task, a line each: points that were sent or measured, and words. */
export interface JournalLine {
  /** Name, step, time in milliseconds, value; older journals have null for one that is no finite number. */
  points?: [name: string, step: number, time: number, value: number | OddNumber | null][]
  parameters?: Record<string, string>
  /** Null takes a tag away. */
  tags?: Record<string, string | null>
}

export const journalReader: Reader<null> = {
  empty: null,
  repeats: 'append',
  read({ bytes }, state, sink) {
    const used = readLines(bytes, (text) => {
      const line = lineOf(text)
      for (const [name, step, time, value] of line.points ?? []) sink.add(name, step, time, Number(value ?? 'NaN'))
      for (const [name, value] of Object.entries(line.parameters ?? {})) sink.parameter(name, value)
      for (const [name, value] of Object.entries(line.tags ?? {})) sink.tag(name, value)
    })
    return { used, state }
  },
}

/** A line that a crash cut off says nothing. */
function lineOf(text: string): JournalLine {
  try {
    return JSON.parse(text) as JournalLine
  } catch {
    return {}
  }
}
