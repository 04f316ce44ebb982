import { readFile, writeFile } from 'node:fs/promises'
import type { DataPaths } from './data-folder.ts'

export interface LastBackup {
  readonly at: string
  readonly target: string
}

/** A plain file: the command line makes backups while the server runs, and only the server writes the database. */
export async function writeLastBackup(paths: DataPaths, backup: LastBackup): Promise<void> {
  await writeFile(paths.lastBackup, JSON.stringify(backup))
}

export async function readLastBackup(paths: DataPaths): Promise<LastBackup | undefined> {
  try {
    return JSON.parse(await readFile(paths.lastBackup, 'utf8')) as LastBackup
  } catch {
    return undefined
  }
}
