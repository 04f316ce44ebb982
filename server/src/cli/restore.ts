import { existsSync } from 'node:fs'
import { copyFile, rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { findLocation, openLocation } from '#platform/blobs/moving/location'
import { systemClock } from '#platform/clock'
import { type DataPaths, dataPaths } from '#platform/data-folder'
import { createDatabase } from '#platform/database/database'
import { migrate } from '#platform/database/migrate'
import { openSqlite } from '#platform/database/sqlite'
import { openEngine } from '#platform/platform'
import { readSecretKey } from '#platform/secrets/secrets'
import { migrations } from '../../migrations/index.ts'
import type { Config } from '../config.ts'
import { type Command, UsageError } from './command.ts'
import { copyDataFolder } from './folder-copy.ts'
import { moveRows } from './row-copy.ts'

export const restore: Command = {
  usage: [
    [
      'restore BACKUP',
      'makes the data folder of a backup; rows go to PostgreSQL where VERMILION_DATABASE_URL names one',
    ],
  ],
  async run(parameters, config) {
    const { positionals } = parseArgs({ args: parameters, allowPositionals: true })
    const [backup] = positionals
    if (backup === undefined) throw new UsageError('Say which backup.')
    const from = dataPaths(resolve(backup))
    if (!existsSync(from.database) || !existsSync(from.key)) throw new Error(`There is no backup at ${from.folder}`)
    const { location } = await findLocation({ config, paths: from })
    const count = await copyDataFolder(from, config.data, {
      contents: location.bucket === undefined ? openLocation(location, { config, paths: from }) : undefined,
      key: await readSecretKey(from.key),
      copyDatabase: (copy) => restoreRows(config, from, copy),
    })
    console.log(`Restored the database, its key and ${count} files to ${config.data}: start the server.`)
    return 0
  },
}

/** Rows go to PostgreSQL from a copy of their file, since to read a file of SQLite writes beside it. */
async function restoreRows(config: Config, from: DataPaths, copy: DataPaths): Promise<void> {
  await copyFile(from.database, copy.database)
  if (config.database === undefined) return
  const source = createDatabase(openSqlite(copy.database))
  await migrate({ database: source, migrations, clock: systemClock, backup: () => Promise.resolve() })
  await moveRows(source, createDatabase(await openEngine(config, copy)))
  await rm(copy.database)
}
