import { constants, rmSync } from 'node:fs'
import { copyFile, mkdir, readdir, rename, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { BlobStore } from '#platform/blobs/blob-store'
import { createDiskBlobs, isDisk } from '#platform/blobs/disk'
import { ifMissing } from '#platform/blobs/folder-file'
import { createCopying } from '#platform/blobs/moving/copy'
import { noteLocation } from '#platform/blobs/moving/location'
import { type DataPaths, dataPaths } from '#platform/data-folder'

interface Parts {
  /** Undefined leaves contents where they lie, outside of the folder. */
  readonly contents: BlobStore | undefined
  /** The key to secrets, which may lie elsewhere. */
  readonly key: Uint8Array
  copyDatabase(copy: DataPaths): Promise<void>
}

/**
 * The first pass keeps all that the copied rows may name, whatever is deleted meanwhile; the second adds blobs put in between.
 * The copy gets its name once complete. Returns how many contents it has.
 */
export async function copyDataFolder(paths: DataPaths, target: string, { contents, key, copyDatabase }: Parts) {
  const used = await readdir(target).catch(() => [])
  if (used.length > 0) throw new Error(`${target} is not empty`)
  const draft = join(dirname(target), `.${basename(target)}.incomplete-${process.pid}`)
  const copy = dataPaths(draft)
  const copyContents = async () => (contents === undefined ? 0 : copyBlobs(contents, copy))
  removeWhenInterrupted(draft)
  await mkdir(draft, { recursive: true, mode: 0o700 })
  await copyContents()
  await copyDatabase(copy)
  await writeFile(copy.key, key, { mode: 0o600 })
  await copyFolders(paths, copy)
  // These say where the contents lie, and who they belong to there.
  for (const name of ['bucketOwner', 'blobLocation'] as const) await copyFile(paths[name], copy[name]).catch(ifMissing)
  const count = await copyContents()
  await rename(draft, target)
  return count
}

/** Deletes the draft of a command that is interrupted: it is no use to anybody. */
export function removeWhenInterrupted(path: string): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => {
      removeDraft(path)
      process.exit(130)
    })
}

/** A folder, or a file of SQLite with those beside it. */
export function removeDraft(path: string): void {
  for (const ending of ['', '-wal', '-shm', '-journal']) rmSync(`${path}${ending}`, { recursive: true, force: true })
}

/** The copy has all contents on its disk, as hard links where they lie on the same, and reads them there. */
async function copyBlobs(source: BlobStore, copy: DataPaths): Promise<number> {
  const pair = { source, target: createDiskBlobs(copy.blobs) }
  const { files, skipped, damaged } = await createCopying().copyAll(pair, {})
  for (const checksum of damaged) console.error(`${checksum} is damaged in the bucket, and is not in the copy`)
  if (!isDisk(source)) await noteLocation({ paths: copy }, 'disk')
  return files + skipped
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
