import { createHash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import type { RunFile } from '@vermilion/contract/tasks/run-data'
import { openInFolder } from '#platform/blobs/folder-file'

/** Larger files are read in parts. */
export const smallBytes = 1_048_576
const maxKnown = 100_000

export type Checksums = ReturnType<typeof createChecksums>

/** Remembers what was hashed: tasks with the same data share its files, which are links to the same content. */
export function createChecksums() {
  const checksums = new Map<string, string>()

  /** `folder` is a real path. Fails with ENOENT for what is no file of it. */
  async function describe(folder: string, path: string): Promise<Omit<RunFile, 'path'>> {
    const { handle, size } = await openInFolder(folder, path)
    try {
      const { dev, ino, mode, mtimeMs } = await handle.stat()
      const key = `${dev} ${ino} ${size} ${mtimeMs}`
      const checksum = checksums.get(key) ?? (await hashOf(handle, size))
      checksums.delete(key)
      checksums.set(key, checksum)
      for (const [oldest] of checksums) {
        if (checksums.size <= maxKnown) break
        checksums.delete(oldest)
      }
      return { size, checksum, executable: (mode & 0o111) !== 0 }
    } finally {
      await handle.close()
    }
  }
  return { describe }
}

async function hashOf(handle: FileHandle, size: number): Promise<string> {
  const hashing = createHash('sha256')
  for (let from = 0; from < size; from += smallBytes) {
    const bytes = await readPart(handle, from, Math.min(smallBytes, size - from))
    if (bytes === undefined) throw new Error('a file became shorter while it was read: begin again')
    hashing.update(bytes)
  }
  return hashing.digest('hex')
}

/** Undefined when the file has become shorter. */
export async function readPart(handle: FileHandle, from: number, length: number): Promise<Buffer | undefined> {
  const bytes = Buffer.allocUnsafe(length)
  for (let done = 0; done < length;) {
    const { bytesRead } = await handle.read(bytes, done, length - done, from + done)
    if (bytesRead === 0) return undefined
    done += bytesRead
  }
  return bytes
}
