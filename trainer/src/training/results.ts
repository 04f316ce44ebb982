import { appendFileSync } from 'node:fs'
import { csvLine } from '@vermilion/contract/formats/csv/records'
import { writeAtomically } from '../files.ts'

export type Figures = Readonly<Record<string, number | null>>

export interface EpochResult {
  /** From 1. */
  epoch: number
  /** Seconds since the start. */
  seconds: number
  train: readonly number[]
  validation: readonly number[]
  metrics: Figures
  learningRate: number
}

/** Names of results in results.csv and the figures, compatible with readers of Ultralytics' files. */
export interface ResultNames {
  losses: readonly { column: string; name: string }[]
  /** Column `metrics/<column>` and display name, by metric key. */
  metrics: Readonly<Record<string, { column: string; name: string }>>
}

type Columns = readonly (readonly [name: string, value: (result: EpochResult) => number | null])[]

function columnsOf({ losses, metrics }: ResultNames): Columns {
  return [
    ['epoch', (r) => r.epoch],
    ['time', (r) => r.seconds],
    ...losses.map(({ column }, part) => [`train/${column}`, (r: EpochResult) => r.train[part]!] as const),
    ...Object.entries(metrics).map(
      ([key, { column }]) => [`metrics/${column}`, (r: EpochResult) => r.metrics[key] ?? null] as const,
    ),
    ...losses.map(({ column }, part) => [`val/${column}`, (r: EpochResult) => r.validation[part]!] as const),
    ['lr/pg0', (r) => r.learningRate],
  ]
}

function row(columns: Columns, result: EpochResult): string {
  const cells = columns.map(([, column]) => {
    const value = column(result)
    return value === null ? null : Number(value.toPrecision(6))
  })
  return csvLine(cells, { end: '\n' })
}

/** results.csv: rewritten from the history, then a row per epoch. */
export function openResults(path: string, names: ResultNames, previousResults: readonly EpochResult[]) {
  const columns = columnsOf(names)
  const header = csvLine(
    columns.map(([name]) => name),
    { end: '\n' },
  )
  writeAtomically(path, header + previousResults.map((result) => row(columns, result)).join(''))
  return { append: (result: EpochResult) => appendFileSync(path, row(columns, result), { flush: true }) }
}
