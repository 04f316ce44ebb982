import { constants } from 'node:fs'
import { copyFile, mkdir, readdir, rename, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { createDiskBlobs } from '#platform/blobs/disk'
import { type DataPaths, dataPaths } from '#platform/data-folder'
import { createDatabase } from '#platform/database/database'
import { openSqlite } from '#platform/database/sqlite'
import { writeLastBackup } from '#platform/last-backup'
import { type Command, existingData, UsageError } from './command.ts'

export const backup: Command = {
  usage: [['backup TARGET', 'copies the data folder while the server runs; start with the copy to restore']],
  async run([target], config) {
    if (target === undefined) throw new UsageError('Say where the copy goes.')
    const paths = existingData(config)
    const blobs = await backUp(paths, resolve(target))
    await writeLastBackup(paths, { at: new Date().toISOString(), target: resolve(target) })
    console.log(`Copied the database, its key and ${blobs} files to ${resolve(target)}`)
    return 0
  },
}

/**
 * The first pass keeps all that the copied rows may name, whatever is deleted meanwhile; the second adds blobs put in between.
 * The copy gets its name once complete.
 */
async function backUp(paths: DataPaths, target: string): Promise<number> {
  const used = await readdir(target).catch(() => [])
  if (used.length > 0) throw new Error(`${target} is not empty`)
  const draft = join(dirname(target), `.${basename(target)}.incomplete-${process.pid}`)
  const copy = dataPaths(draft)
  await mkdir(draft, { recursive: true, mode: 0o700 })
  await copyBlobs(paths, copy)
  const database = createDatabase(openSqlite(paths.database))
  await database.backup(copy.database)
  await database.close()
  await copyFile(paths.key, copy.key)
  await copyFolders(paths, copy)
  const count = await copyBlobs(paths, copy)
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
    else if (entry.isFile()) await unlessGone(copyFile(source, target, constants.COPYFILE_FICLONE))
  }
}

async function unlessGone(work: Promise<void>): Promise<void> {
  await work.catch((error: unknown) => {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
  })
}

/** Hard links on one disk, which is safe since blobs never change. Returns their number. */
async function copyBlobs(from: DataPaths, to: DataPaths): Promise<number> {
  const placeFile = createDiskBlobs(to.blobs).fileOf
  const source = createDiskBlobs(from.blobs)
  let count = 0
  for await (const { checksum } of source.list()) {
    const file = placeFile(checksum)
    count++
    if (await stat(file).catch(() => undefined)) continue
    await mkdir(dirname(file), { recursive: true })
    // One that was deleted meanwhile is not placed.
    await source.placeFile(checksum, file)
  }
  return count
}
