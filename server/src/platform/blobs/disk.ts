import { createHash, hash } from 'node:crypto'
import { createReadStream, statSync, unlinkSync } from 'node:fs'
import { copyFile, mkdir, open, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { newId } from '#platform/ids'
import { ChecksumDiffers, isChecksum } from './blob-store.ts'
import type { Blob, BlobStore, PutOptions, StoredBlob } from './blob-store.ts'

export interface DiskBlobs extends BlobStore {
  /** The file that content has or would have. */
  readonly fileOf: (checksum: string) => string
}

/** Blobs as files of one folder: `ab/cdef…` by checksum, and `incoming/` for what is not complete. */
// oxlint-disable-next-line max-lines-per-function -- a maker, whose functions share the state that it holds
export function createDiskBlobs(folder: string): DiskBlobs {
  const incoming = join(folder, 'incoming')

  const fileOf = (checksum: string) => {
    if (!isChecksum(checksum)) throw new Error(`not a checksum: ${checksum}`)
    return join(folder, checksum.slice(0, 2), checksum.slice(2))
  }

  /** Gives a complete and synced file its name. It replaces a file of the same content, which renews its age. */
  async function name(file: string, blob: Blob, expected: string | undefined): Promise<Blob> {
    if (expected !== undefined && expected !== blob.checksum) {
      await rm(file, { force: true })
      throw new ChecksumDiffers(`the content has the checksum ${blob.checksum}, not ${expected}`)
    }
    const target = fileOf(blob.checksum)
    await makeFolder(dirname(target))
    await rename(file, target)
    await syncFolder(dirname(target))
    return blob
  }

  /** Writes and syncs the bytes under a name of their own. */
  async function keep(content: Uint8Array): Promise<Blob & { file: string }> {
    const file = join(incoming, newId())
    const handle = await open(file, 'wx')
    try {
      await handle.writeFile(content)
      await handle.sync()
    } finally {
      await handle.close()
    }
    return { checksum: hash('sha256', content, 'hex'), size: content.length, file }
  }

  async function write(content: AsyncIterable<Uint8Array>, file: string, signal?: AbortSignal): Promise<Blob> {
    await mkdir(incoming, { recursive: true })
    const handle = await open(file, 'wx')
    try {
      const blob = await writeHashed(content, handle, signal)
      await handle.sync()
      return blob
    } finally {
      await handle.close()
    }
  }

  return {
    fileOf,
    async localFile(checksum) {
      const stored = await storedBlob(checksum, fileOf(checksum))
      return stored && { file: fileOf(checksum), within: null }
    },
    async put(content, { checksum, signal }: PutOptions = {}) {
      const file = join(incoming, newId())
      try {
        return await name(file, await write(content, file, signal), checksum)
      } catch (error) {
        await rm(file, { force: true })
        throw error
      }
    },
    async putFile(file, { checksum, signal }: PutOptions = {}) {
      const own = join(incoming, newId())
      await mkdir(incoming, { recursive: true })
      await move(file, own)
      const now = new Date()
      await utimes(own, now, now)
      const handle = await open(own, 'r')
      try {
        const blob = await readHashed(handle, signal)
        await handle.sync()
        return await name(own, blob, checksum)
      } finally {
        await handle.close()
      }
    },
    async putAll(contents) {
      await mkdir(incoming, { recursive: true })
      const ends = await Promise.allSettled(contents.map(keep))
      const retained = ends.flatMap((end) => (end.status === 'fulfilled' ? end.value : []))
      try {
        for (const end of ends) if (end.status === 'rejected') throw end.reason
        const folders = new Set(retained.map(({ checksum }) => dirname(fileOf(checksum))))
        await Promise.all([...folders].map(makeFolder))
        await Promise.all(retained.map(({ checksum, file }) => rename(file, fileOf(checksum))))
        await Promise.all([...folders].map(syncFolder))
        return retained.map(({ checksum, size }) => ({ checksum, size }))
      } catch (error) {
        await Promise.all(retained.map(({ file }) => rm(file, { force: true })))
        throw error
      }
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
      // In one step of the event loop, so that no put of this process comes between the look and the deletion.
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

async function writeHashed(
  content: AsyncIterable<Uint8Array>,
  handle: FileHandle,
  signal?: AbortSignal,
): Promise<Blob> {
  const hash = createHash('sha256')
  let size = 0
  for await (const chunk of content) {
    signal?.throwIfAborted()
    hash.update(chunk)
    await handle.writeFile(chunk)
    size += chunk.length
  }
  return { checksum: hash.digest('hex'), size }
}

async function readHashed(handle: FileHandle, signal?: AbortSignal): Promise<Blob> {
  const hash = createHash('sha256')
  let size = 0
  for await (const chunk of handle.createReadStream({ start: 0, autoClose: false })) {
    signal?.throwIfAborted()
    hash.update(chunk as Uint8Array)
    size += (chunk as Uint8Array).length
  }
  return { checksum: hash.digest('hex'), size }
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

/** A rename, or a copy where the two lie on different disks. */
async function move(from: string, to: string): Promise<void> {
  try {
    await rename(from, to)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EXDEV')) throw error
    await copyFile(from, to)
    await rm(from)
  }
}

/** A folder whose own name survives a power cut as well. */
async function makeFolder(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true })
  if (first !== undefined) await syncFolder(dirname(first))
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}
