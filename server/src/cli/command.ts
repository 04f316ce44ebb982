import { existsSync } from 'node:fs'
import type { Config } from '../config.ts'
import type { DataPaths } from '#platform/data-folder'
import { dataPaths } from '#platform/data-folder'

/** The caller's environment. */
export type Variables = Readonly<Record<string, string | undefined>>

export interface Command {
  /** Each form of the command with its description, for the help. */
  readonly usage: readonly (readonly [form: string, purpose: string])[]
  /** Returns the exit status; undefined leaves the process running. */
  run(parameters: string[], config: Config, variables: Variables): Promise<number | undefined>
}

/** The command's arguments are wrong; its usage is printed. */
export class UsageError extends Error {}

/** The paths of an existing data folder. */
export function existingData(config: Config): DataPaths {
  const paths = dataPaths(config.data)
  if (!existsSync(paths.database)) throw new Error(`There is no data folder at ${config.data}`)
  return paths
}
