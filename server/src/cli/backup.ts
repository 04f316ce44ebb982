import { constants } from 'node:fs'
import { copyFile, mkdir, readdir, rename } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { BlobStore } from '#platform/blobs/blob-store'
import { createDiskBlobs, isDisk } from '#platform/blobs/disk'
import { ifMissing } from '#platform/blobs/folder-file'
import { createCopying } from '#platform/blobs/moving/copy'
import { findLocation, isSameLocation, noteLocation, openLocation } from '#platform/blobs/moving/location'
import { type DataPaths, dataPaths } from '#platform/data-folder'
import { createDatabase } from '#platform/database/database'
import { openSqlite } from '#platform/database/sqlite'
import { writeLastBackup } from '#platform/last-backup'
import { type Command, existingData, UsageError } from './command.ts'

export const backup: Command = {
  usage: [
    ['backup TARGET', 'copies the data folder while the server runs; start with the copy to restore'],
    ['backup TARGET --with-blobs', 'copies also contents that lie in a bucket, so that the copy needs none'],
  ],
  async run(parameters, config) {
    const options = { 'with-blobs': { type: 'boolean', default: false } } as const
    const { values, positionals } = parseArgs({ args: parameters, allowPositionals: true, options })
    const [target] = positionals
    if (target === undefined) throw new UsageError('Say where the copy goes.')
    if (config.database !== undefined)
      throw new UsageError('The rows are in PostgreSQL: copy them with pg_dump, then the data folder and the contents.')
    const paths = existingData(config)
    const { location } = await findLocation({ config, paths })
    const source = openLocation(location, { config, paths })
    const isComplete = location.bucket === undefined || values['with-blobs']
    const copyContents = async (copy: DataPaths) => (isComplete ? copyBlobs(source, copy) : 0)
    const count = await backUp(paths, resolve(target), copyContents)
    if (!isSameLocation((await findLocation({ config, paths })).location, location))
      throw new Error('The contents were moved meanwhile, so that the copy may lack some: run the backup again.')
    await writeLastBackup(paths, { at: new Date().toISOString(), target: resolve(target) })
    console.log(`Copied the database, its key and ${count} files to ${resolve(target)}`)
    if (!isComplete) await printLeft(source, location.text)
    return 0
  },
}

/** The copy has all contents on its disk, as hard links where they lie on the same, and reads them there. */
async function copyBlobs(source: BlobStore, copy: DataPaths): Promise<number> {
  const pair = { source, target: createDiskBlobs(copy.blobs) }
  const { files, skipped, damaged } = await createCopying().copyAll(pair, {})
  for (const checksum of damaged) console.error(`${checksum} is damaged in the bucket, and is not in the copy`)
  if (!isDisk(source)) await noteLocation(copy, 'disk')
  return files + skipped
}

async function printLeft(source: BlobStore, text: string): Promise<void> {
  let [count, bytes] = [0, 0]
  for await (const { size } of source.list()) [count, bytes] = [count + 1, bytes + size]
  console.log(`${count} contents (${(bytes / 1e9).toFixed(2)} GB) lie in ${text}, and were not copied.
What is deleted there later is missing in the copy: give the bucket versions or a replica, or copy with --with-blobs.
Start the copy only once this data folder is gone: each would delete contents that only the other one names.`)
}

/**
 * The first pass keeps all that the copied rows may name, whatever is deleted meanwhile; the second adds blobs put in between.
 * The copy gets its name once complete.
 */
async function backUp(
  paths: DataPaths,
  target: string,
  copyContents: (copy: DataPaths) => Promise<number>,
): Promise<number> {
  const used = await readdir(target).catch(() => [])
  if (used.length > 0) throw new Error(`${target} is not empty`)
  const draft = join(dirname(target), `.${basename(target)}.incomplete-${process.pid}`)
  const copy = dataPaths(draft)
  await mkdir(draft, { recursive: true, mode: 0o700 })
  await copyContents(copy)
  const database = createDatabase(openSqlite(paths.database))
  await database.backup(copy.database)
  await database.close()
  await copyFile(paths.key, copy.key)
  await copyFolders(paths, copy)
  // These say where the contents lie, and who they belong to there.
  for (const name of ['bucketOwner', 'blobLocation'] as const) await copyFile(paths[name], copy[name]).catch(ifMissing)
  const count = await copyContents(copy)
  await rename(draft, target)
  return count
}

async function copyFolders(from: DataPaths, to: DataPaths): Promise<void> {
  const own = [from.blobs, from.blobCopies, from.backups]
  for (const entry of await readdir(from.folder, { withFileTypes: true })) {
    const source = join(from.folder, entry.name)
    if (entry.isDirectory() && !own.includes(source)) await copyTree(source, join(to.folder, entry.name))
  }
}

/** Copies, since these files still grow; files deleted meanwhile are left out. */
async function copyTree(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true })
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) await copyTree(source, target)
    else if (entry.isFile()) await copyFile(source, target, constants.COPYFILE_FICLONE).catch(ifMissing)
  }
}
