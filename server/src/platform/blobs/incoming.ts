import { createHash, hash } from 'node:crypto'
import { copyFile, mkdir, open, rename, rm, utimes, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { newId } from '#platform/ids'
import { ChecksumDiffers, type Blob } from './blob-store.ts'
import { hasCode } from './folder-file.ts'

/** Complete, synced content in a file without its final name. */
export interface IncomingFile extends Blob {
  readonly file: string
}

/** The folder for content on its way into the store. Leftovers of a crash are useless. */
export function createIncoming(folder: string) {
  return {
    /** Leaves nothing behind when the content breaks off. */
    async write(content: AsyncIterable<Uint8Array>, signal?: AbortSignal): Promise<IncomingFile> {
      const file = join(folder, newId())
      try {
        await mkdir(folder, { recursive: true })
        const blob = await inFile(file, 'wx', (handle) => hashParts(content, signal, (part) => handle.writeFile(part)))
        return { ...blob, file }
      } catch (error) {
        await rm(file, { force: true })
        throw error
      }
    },

    async writeAll(contents: readonly Uint8Array[]): Promise<IncomingFile[]> {
      await mkdir(folder, { recursive: true })
      const ends = await Promise.allSettled(contents.map((content) => writeWhole(content, join(folder, newId()))))
      const files = ends.flatMap((end) => (end.status === 'fulfilled' ? end.value : []))
      const failure = ends.find((end) => end.status === 'rejected')
      if (failure === undefined) return files
      await Promise.all(files.map(({ file }) => rm(file, { force: true })))
      throw failure.reason
    },

    /** Moves a file in; it no longer exists at its source. */
    async takeOver(source: string, signal?: AbortSignal): Promise<IncomingFile> {
      const file = join(folder, newId())
      await mkdir(folder, { recursive: true })
      await moveFile(source, file)
      const now = new Date()
      await utimes(file, now, now)
      return hashFile(file, signal)
    },
  }
}

/** The content of a complete file, which survives a power cut from then on. */
export async function hashFile(file: string, signal?: AbortSignal): Promise<IncomingFile> {
  const parts = (handle: FileHandle): AsyncIterable<Buffer> => handle.createReadStream({ start: 0, autoClose: false })
  return { ...(await inFile(file, 'r', (handle) => hashParts(parts(handle), signal))), file }
}

/** Removes a file of other content than expected, and fails as `ChecksumDiffers`. */
export async function requireContent(incoming: IncomingFile, expected: string | undefined): Promise<IncomingFile> {
  if (expected === undefined || expected === incoming.checksum) return incoming
  await rm(incoming.file, { force: true })
  throw new ChecksumDiffers(`the content has the checksum ${incoming.checksum}, not ${expected}`)
}

/** Does something with an open file, and waits until it survives a power cut. */
async function inFile<Result>(
  file: string,
  flags: 'wx' | 'r',
  work: (handle: FileHandle) => Promise<Result>,
): Promise<Result> {
  const handle = await open(file, flags)
  try {
    const result = await work(handle)
    await handle.sync()
    return result
  } finally {
    await handle.close()
  }
}

async function writeWhole(content: Uint8Array, file: string): Promise<IncomingFile> {
  await inFile(file, 'wx', (handle) => handle.writeFile(content))
  return { checksum: hash('sha256', content, 'hex'), size: content.length, file }
}

/** Hashes content, and writes it if asked to. */
export async function hashParts(
  content: AsyncIterable<Uint8Array>,
  signal?: AbortSignal,
  write?: (part: Uint8Array) => Promise<void>,
): Promise<Blob> {
  const digest = createHash('sha256')
  let size = 0
  for await (const part of content) {
    signal?.throwIfAborted()
    digest.update(part)
    await write?.(part)
    size += part.length
  }
  return { checksum: digest.digest('hex'), size }
}

async function moveFile(from: string, to: string): Promise<void> {
  try {
    await rename(from, to)
  } catch (error) {
    if (!hasCode(error, 'EXDEV')) throw error
    await copyFile(from, to)
    await rm(from)
  }
}
