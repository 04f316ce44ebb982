import { existsSync } from 'node:fs'
import type { Config } from '../config.ts'
import type { DataPaths } from '#platform/data-folder'
import { dataPaths } from '#platform/data-folder'

export type Variables = Readonly<Record<string, string | undefined>>

export interface Command {
  readonly usage: readonly (readonly [form: string, purpose: string])[]
  /** Returns the exit status; undefined leaves the process running. */
  run(parameters: string[], config: Config, variables: Variables): Promise<number | undefined>
}

export class UsageError extends Error {}

export function existingData(config: Config): DataPaths {
  const paths = dataPaths(config.data)
  if (!existsSync(paths.database)) throw new Error(`There is no data folder at ${config.data}`)
  return paths
}
