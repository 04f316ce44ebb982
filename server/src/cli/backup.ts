import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { BlobStore } from '#platform/blobs/blob-store'
import { findLocation, isSameLocation, openLocation } from '#platform/blobs/moving/location'
import type { DataPaths } from '#platform/data-folder'
import { createDatabase } from '#platform/database/database'
import { openSqlite } from '#platform/database/sqlite'
import { writeLastBackup } from '#platform/last-backup'
import { openEngine } from '#platform/platform'
import { readSecretKey } from '#platform/secrets/secrets'
import type { Config } from '../config.ts'
import { type Command, existingData, UsageError } from './command.ts'
import { copyDataFolder } from './folder-copy.ts'
import { moveRows } from './row-copy.ts'

export const backup: Command = {
  usage: [
    ['backup TARGET', 'copies the data folder and the rows while the server runs; see restore'],
    ['backup TARGET --with-blobs', 'copies also contents that lie in a bucket, so that the copy needs none'],
  ],
  async run(parameters, config) {
    const options = { 'with-blobs': { type: 'boolean', default: false } } as const
    const { values, positionals } = parseArgs({ args: parameters, allowPositionals: true, options })
    const [target] = positionals
    if (target === undefined) throw new UsageError('Say where the copy goes.')
    const paths = existingData(config)
    const { location } = await findLocation({ config, paths })
    const source = openLocation(location, { config, paths })
    const isComplete = location.bucket === undefined || values['with-blobs']
    const count = await copyDataFolder(paths, resolve(target), {
      contents: isComplete ? source : undefined,
      key: await readSecretKey(paths.key, config.secretKeyFile),
      copyDatabase: (copy) => backUpRows(config, paths, copy),
    })
    if (!isSameLocation((await findLocation({ config, paths })).location, location))
      throw new Error('The contents were moved meanwhile, so that the copy may lack some: run the backup again.')
    await writeLastBackup(paths, { at: new Date().toISOString(), target: resolve(target) })
    console.log(`Copied the database, its key and ${count} files to ${resolve(target)}`)
    if (!isComplete) await printLeft(source, location.text)
    return 0
  },
}

async function printLeft(source: BlobStore, text: string): Promise<void> {
  let [count, bytes] = [0, 0]
  for await (const { size } of source.list()) [count, bytes] = [count + 1, bytes + size]
  console.log(`${count} contents (${(bytes / 1e9).toFixed(2)} GB) lie in ${text}, and were not copied.
What is deleted there later is missing in the copy: give the bucket versions or a replica, or copy with --with-blobs.
Start the copy only once this data folder is gone: each would delete contents that only the other one names.`)
}

/** Rows of PostgreSQL are in the copy as those of SQLite, which both engines are restored from. */
async function backUpRows(config: Config, paths: DataPaths, copy: DataPaths): Promise<void> {
  const source = createDatabase(await openEngine(config, paths))
  if (source.kind === 'postgres') {
    await moveRows(source, createDatabase(openSqlite(copy.database)), { isSnapshot: true })
    return
  }
  await source.backup(copy.database)
  await source.close()
}
