import { createReadStream, statSync, unlinkSync } from 'node:fs'
import { open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { requireChecksum, type Blob, type BlobStore, type PutOptions, type StoredBlob } from './blob-store.ts'
import { ifMissing } from './folder-file.ts'
import { createIncoming, requireContent, type IncomingFile } from './incoming.ts'
import { linkOrCopy } from './place-file.ts'
import { makeFolder, syncFolder } from './synced-folder.ts'

/** Blocks as stat(2) counts them. */
const blockBytes = 512

export interface DiskBlobs extends BlobStore {
  readonly fileOf: (checksum: string) => string
}

export const isDisk = (store: BlobStore): store is DiskBlobs => 'fileOf' in store

/** Stores blobs as files of one folder: `ab/cdef…` by checksum, and `incoming/` for incomplete content. */
export function createDiskBlobs(folder: string, incomingFolder = join(folder, 'incoming')): DiskBlobs {
  const incoming = createIncoming(incomingFolder)

  const fileOf = (checksum: string) => {
    return join(folder, requireChecksum(checksum).slice(0, 2), checksum.slice(2))
  }

  /** Renames complete files to their final names. An existing file of the same content is replaced, which renews its age. */
  async function name(files: readonly IncomingFile[]): Promise<Blob[]> {
    const folders = new Set(files.map(({ checksum }) => dirname(fileOf(checksum))))
    await Promise.all([...folders].map(makeFolder))
    await Promise.all(files.map(({ checksum, file }) => rename(file, fileOf(checksum))))
    await Promise.all([...folders].map(syncFolder))
    return files.map(({ checksum, size }) => ({ checksum, size }))
  }

  async function nameOrRemove(files: readonly IncomingFile[]): Promise<Blob[]> {
    try {
      return await name(files)
    } catch (error) {
      await Promise.all(files.map(({ file }) => rm(file, { force: true })))
      throw error
    }
  }

  return {
    fileOf,
    async withLocalFile(checksum, work) {
      const file = fileOf(checksum)
      // Synchronously: one call for a file's state, as there are many of, costs less than the ways to a thread and back.
      return statSync(file, { throwIfNoEntry: false }) && work({ file, within: null })
    },
    async placeFile(checksum, path) {
      const file = fileOf(checksum)
      try {
        await linkOrCopy(file, path)
        return true
      } catch (error) {
        if (statSync(file, { throwIfNoEntry: false }) === undefined) return false
        throw error
      }
    },
    async put(content, { checksum, signal }: PutOptions = {}) {
      const file = await requireContent(await incoming.write(content, signal), checksum)
      await nameOrRemove([file])
      return { checksum: file.checksum, size: file.size }
    },
    async putFile(source, { checksum, signal }: PutOptions = {}) {
      const file = await requireContent(await incoming.takeOver(source, signal), checksum)
      await name([file])
      return { checksum: file.checksum, size: file.size }
    },
    async putAll(contents) {
      return nameOrRemove(await incoming.writeAll(contents))
    },
    async open(checksum, range) {
      const handle = await open(fileOf(checksum), 'r')
      return createReadStream('', { fd: handle, ...range })
    },
    async stat(checksum) {
      return storedBlob(checksum, fileOf(checksum))
    },
    async delete(checksum, unlessPutSince = Number.POSITIVE_INFINITY) {
      const file = fileOf(checksum)
      // Synchronous, so that no put of this process comes between the check and the deletion.
      const stats = statSync(file, { throwIfNoEntry: false })
      if (stats !== undefined && stats.mtimeMs < unlessPutSince) unlinkSync(file)
    },
    async *list() {
      for (const prefix of await entries(folder)) {
        if (!/^[0-9a-f]{2}$/.test(prefix)) continue
        for (const rest of await entries(join(folder, prefix))) {
          const blob = await storedBlob(prefix + rest, join(folder, prefix, rest))
          if (blob !== undefined) yield blob
        }
      }
    },
  }
}

async function storedBlob(checksum: string, file: string): Promise<StoredBlob | undefined> {
  const stats = await stat(file).catch(ifMissing)
  const reclaimable = stats && (stats.nlink > 1 ? 0 : stats.blocks * blockBytes)
  return stats && { checksum, size: stats.size, putAt: stats.mtimeMs, reclaimable: reclaimable ?? 0 }
}

/** Names in their order. */
const entries = async (folder: string) => ((await readdir(folder).catch(ifMissing)) ?? []).toSorted()
