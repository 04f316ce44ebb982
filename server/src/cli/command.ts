import { existsSync } from 'node:fs'
import type { Config } from '../config.ts'
import type { DataPaths } from '#platform/data-folder'
import { dataPaths } from '#platform/data-folder'

/** The environment of who calls. */
export type Variables = Readonly<Record<string, string | undefined>>

export interface Command {
  /** Each form of the command and what it does, as the help shows them. */
  readonly usage: readonly (readonly [form: string, purpose: string])[]
  /** Does it and answers the exit status; undefined leaves the process running. */
  run(parameters: string[], config: Config, variables: Variables): Promise<number | undefined>
}

/** The command was written wrongly; its usage is shown. */
export class UsageError extends Error {}

/** The paths of a data folder that exists. */
export function existingData(config: Config): DataPaths {
  const paths = dataPaths(config.data)
  if (!existsSync(paths.database)) throw new Error(`There is no data folder at ${config.data}`)
  return paths
}
