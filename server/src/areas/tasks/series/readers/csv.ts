import { csvCells } from '@vermilion/contract/formats/csv/records'
import type { Reader } from './reader.ts'
import { readLines } from './reader.ts'

/** Step columns, finest first: a row with `step` may also have `epoch`. */
const stepColumns = ['step', 'global_step', 'iteration', 'iter', 'epoch']
/** Time columns, usually seconds since the run's start; absolute times are far larger. */
const timeColumns = ['time', 'wall_time', 'timestamp']
const absoluteSeconds = 1e9
const absoluteMilliseconds = 1e12
const absoluteMicroseconds = 1e15
const absoluteNanoseconds = 1e18

interface CsvState {
  columns: string[] | null
  rows: number
}

/** A header and a row per step. A continued run may repeat the header. */
export const csvReader: Reader<CsvState> = {
  empty: { columns: null, rows: 0 },
  repeats: 'rewind',
  read({ bytes, startedAt }, state, sink) {
    let { columns, rows } = state
    let positions = placesOf(columns)
    const used = readLines(bytes, (line) => {
      if (line.trim() === '') return
      const cells = csvCells(line)
      if (columns === null) {
        columns = cells
        positions = placesOf(columns)
        return
      }
      if (cells[0] === columns[0] && cells.join() === columns.join()) return
      const step = positions.step === -1 ? rows : Number(cells[positions.step])
      rows += 1
      if (cells[positions.step] === '' || !Number.isFinite(step)) return
      const time = positions.time === -1 ? undefined : timeOf(Number(cells[positions.time] || NaN), startedAt)
      for (let at = 0; at < columns.length; at += 1) {
        const cell = cells[at]
        if (at === positions.step || at === positions.time || cell === undefined || cell === '') continue
        const value = numberOf(cell)
        if (value !== undefined) sink.add(columns[at] ?? '', step, time, value)
      }
    })
    return { used, state: { columns, rows } }
  },
}

function placesOf(columns: readonly string[] | null) {
  const first = (names: readonly string[]) =>
    names.reduce((count, name) => (count === -1 ? (columns?.indexOf(name) ?? -1) : count), -1)
  return { step: first(stepColumns), time: first(timeColumns) }
}

/** Parses numbers including `nan` and `inf`; undefined for text. */
function numberOf(cell: string): number | undefined {
  const value = Number(cell)
  if (!Number.isNaN(value)) return value
  return /^[+-]?(?:nan|inf(?:inity)?)$/i.test(cell) ? Number.NaN : undefined
}

/** Converts an absolute time in any unit, or seconds since the run's start, to milliseconds since 1970. */
export function timeOf(value: number, startedAt: number): number | undefined {
  if (!Number.isFinite(value)) return undefined
  if (value >= absoluteNanoseconds) return value / 1e6
  if (value >= absoluteMicroseconds) return value / 1e3
  if (value >= absoluteMilliseconds) return value
  return value >= absoluteSeconds ? value * 1_000 : startedAt + value * 1_000
}
