import { existsSync } from 'node:fs'
import type { Config } from '../config.ts'
import { type DataPaths, dataPaths } from '#platform/data-folder'

export type Variables = Readonly<Record<string, string | undefined>>

export interface Command {
  readonly usage: readonly (readonly [form: string, purpose: string])[]
  /** Returns the exit status; undefined leaves the process running. */
  run(parameters: string[], config: Config, variables: Variables): Promise<number | undefined>
}

export class UsageError extends Error {}

export function existingData(config: Config): DataPaths {
  const paths = dataPaths(config.data)
  const sign = config.database === undefined ? paths.database : paths.folder
  if (!existsSync(sign)) throw new Error(`There is no data folder at ${config.data}`)
  return paths
}

/** The value of an option that is one of a few choices. */
export function choiceOf<Choice extends string>(option: string, choices: readonly Choice[], value: string): Choice {
  const choice = choices.find((one) => one === value)
  if (choice === undefined) throw new UsageError(`--${option} is one of ${choices.join(', ')}`)
  return choice
}

/** Prints rows in aligned columns, or `items` as JSON. */
export function printList(items: readonly object[], rows: readonly (readonly string[])[], asJson: boolean): void {
  if (asJson) return console.log(JSON.stringify(items))
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)))
  for (const row of rows) {
    const cells = row.map((cell, column) => cell.padEnd(widths[column] ?? 0))
    console.log(cells.join('  ').trimEnd())
  }
}
