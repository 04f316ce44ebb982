import { createReadStream, statSync, unlinkSync } from 'node:fs'
import { open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { ChecksumDiffers, isChecksum } from './blob-store.ts'
import type { Blob, BlobStore, PutOptions, StoredBlob } from './blob-store.ts'
import { createIncoming } from './incoming.ts'
import type { IncomingFile } from './incoming.ts'
import { makeFolder, syncFolder } from './synced-folder.ts'

export interface DiskBlobs extends BlobStore {
  /** The path of the content's file, whether or not it exists. */
  readonly fileOf: (checksum: string) => string
}

/** Stores blobs as files of one folder: `ab/cdef…` by checksum, and `incoming/` for incomplete content. */
export function createDiskBlobs(folder: string): DiskBlobs {
  const incoming = createIncoming(join(folder, 'incoming'))

  const fileOf = (checksum: string) => {
    if (!isChecksum(checksum)) throw new Error(`not a checksum: ${checksum}`)
    return join(folder, checksum.slice(0, 2), checksum.slice(2))
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
    async localFile(checksum) {
      const file = fileOf(checksum)
      // Synchronous: the database checks many names, and one stat costs less than a round trip to a thread.
      return statSync(file, { throwIfNoEntry: false }) && { file, within: null }
    },
    async put(content, { checksum, signal }: PutOptions = {}) {
      const file = await incoming.write(content, signal)
      await requireChecksum(file, checksum)
      await nameOrRemove([file])
      return { checksum: file.checksum, size: file.size }
    },
    async putFile(source, { checksum, signal }: PutOptions = {}) {
      const file = await incoming.takeOver(source, signal)
      await requireChecksum(file, checksum)
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

/** Removes a file whose content is not the expected one, and fails with `ChecksumDiffers`. */
async function requireChecksum({ checksum, file }: IncomingFile, expected: string | undefined): Promise<void> {
  if (expected === undefined || expected === checksum) return
  await rm(file, { force: true })
  throw new ChecksumDiffers(`the content has the checksum ${checksum}, not ${expected}`)
}

async function storedBlob(checksum: string, file: string): Promise<StoredBlob | undefined> {
  try {
    const { size, mtimeMs } = await stat(file)
    return { checksum, size, putAt: mtimeMs }
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

async function entries(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}
