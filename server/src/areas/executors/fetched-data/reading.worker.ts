/** Reads files for runs on other machines without waiting, which costs a third of reading them through the thread pool. */
import { createHash } from 'node:crypto'
import { closeSync, fstatSync, readSync } from 'node:fs'
import type { RunFile } from '@vermilion/contract/tasks/run-data'
import { hasCode, openInFolderSync } from '#platform/blobs/folder-file'
import { takeCalls } from '#platform/processes/take-calls'

/** Some bytes of a file that is known as `path`, and lies at `at`. */
export interface Part {
  readonly path: string
  readonly at: string
  readonly from: number
  readonly length: number
}

/** `folder` is a real path; links that lead out of it are no files. */
export type ReadingOrder =
  | { readonly kind: 'describe'; readonly folder: string; readonly paths: readonly string[] }
  | {
      readonly kind: 'read'
      readonly folder: string
      readonly parts: readonly Part[]
      readonly into: SharedArrayBuffer
    }

const bufferBytes = 1_048_576
const maxChecksums = 100_000
/** Tasks with the same data share its files, which are links to the same content. */
const checksums = new Map<string, string>()
const buffer = Buffer.allocUnsafe(bufferBytes)

/** Null for what is no file any more. */
function describe(folder: string, path: string): RunFile | null {
  return withFile(folder, path, (descriptor, size) => {
    const { dev, ino, mode, mtimeMs } = fstatSync(descriptor)
    const key = `${dev} ${ino} ${size} ${mtimeMs}`
    const checksum = checksums.get(key) ?? checksumOf(descriptor, size)
    if (checksum === null) return null
    checksums.delete(key)
    checksums.set(key, checksum)
    const [oldest] = checksums.keys()
    if (checksums.size > maxChecksums && oldest !== undefined) checksums.delete(oldest)
    return { path, size, checksum, executable: (mode & 0o111) !== 0 }
  })
}

function checksumOf(descriptor: number, size: number): string | null {
  const hash = createHash('sha256')
  for (let done = 0; done < size;) {
    const count = readSync(descriptor, buffer, 0, Math.min(bufferBytes, size - done), done)
    if (count === 0) return null
    hash.update(buffer.subarray(0, count))
    done += count
  }
  return hash.digest('hex')
}

/** Writes the contents into `into`, one after another. Returns the path of a file that is not there any more. */
function read(folder: string, parts: readonly Part[], into: SharedArrayBuffer): string | null {
  const bytes = new Uint8Array(into)
  let position = 0
  for (const { path, at, from, length } of parts) {
    const isRead = withFile(folder, at, (descriptor) => {
      for (let done = 0; done < length;) {
        const count = readSync(descriptor, bytes, position + done, length - done, from + done)
        if (count === 0) return null
        done += count
      }
      return true
    })
    if (isRead === null) return path
    position += length
  }
  return null
}

function withFile<Result>(folder: string, path: string, work: (descriptor: number, size: number) => Result | null) {
  try {
    const { descriptor, size } = openInFolderSync(folder, path)
    try {
      return work(descriptor, size)
    } finally {
      closeSync(descriptor)
    }
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null
    throw error
  }
}

takeCalls((order: ReadingOrder) =>
  order.kind === 'read'
    ? read(order.folder, order.parts, order.into)
    : order.paths.map((path) => describe(order.folder, path)),
)
