import type { Stats } from 'node:fs'
import { checksumOf, partsOf } from './files.ts'
import { Refused, type Calls } from './requests.ts'

export type FileStats = Pick<Stats, 'size' | 'mtimeMs' | 'ino' | 'mode'>

/** What the server has of a file. */
interface Arrived {
  readonly size: number
  /** Undefined for one that grew here; then its last bytes are known. */
  readonly checksum?: string
  readonly tail?: Buffer
}

/** Sent with each part of a file. A file with a checksum is replaced, others grow. */
interface About {
  readonly size: number
  readonly checksum?: string
  readonly executable?: boolean
}

/** Bytes of one request. */
const chunkBytes = 8 * 1024 * 1024
const tailBytes = 65_536

/** Programs add to these; all others are replaced as a whole. */
export const isGrowing = (path: string) =>
  /\.(?:csv|jsonl|ndjson|log|tsv|txt)$|(?:^|\/)(?:log[^/]*|[^/]*tfevents[^/]*)$/.test(path)

/** Sends files to where the server keeps the results of a run, below `prefix`. */
export function createUploads(calls: Calls, prefix: string) {
  const arrived = new Map<string, Arrived>()
  const addressOf = (path: string, query: Readonly<Record<string, unknown>> = {}) =>
    `/output/content?${new URLSearchParams({ path: `${prefix}${path}`, ...query }).toString()}`

  async function sendParts(path: string, file: string, from: number, about: About): Promise<void> {
    const { size, checksum } = about
    for (let offset = from, isFirst = true; offset < size || isFirst; isFirst = false) {
      // The server may have the beginning of a large file that is replaced: an empty part asks how much.
      const isQuestion = isFirst && checksum !== undefined && size > chunkBytes
      const part = readPart(file, offset, isQuestion ? 0 : Math.min(chunkBytes, size - offset))
      const response = await calls.send(addressOf(path, { ...about, offset }), part).catch((error: unknown) => {
        // A part arrived of which no answer came.
        const there = wrongOffset(error)
        if (there === undefined || there > size) throw error
        return { size: there }
      })
      offset = response.size
      if (checksum !== undefined) continue
      const tail = readPart(file, Math.max(0, offset - tailBytes), Math.min(offset, tailBytes))
      arrived.set(path, { size: offset, tail })
    }
    if (checksum !== undefined) arrived.set(path, { size, checksum })
  }

  const replace = (path: string, file: string, { size, mode }: FileStats, checksum: string): Promise<void> =>
    sendParts(path, file, 0, { size, checksum, executable: (mode & 0o111) !== 0 })

  return {
    replace,

    /** Notes what the server has. Without a checksum nobody knows, and it is sent as a whole the next time. */
    note: (path: string, size: number, checksum: string) => void arrived.set(path, { size, checksum }),

    async send(path: string, file: string, stats: FileStats): Promise<void> {
      const previous = arrived.get(path)
      if (isGrowing(path) && (previous === undefined || beginsWith(file, stats.size, previous)))
        return sendParts(path, file, previous?.size ?? 0, { size: stats.size })
      const checksum = checksumOf(file, stats.size)
      if (previous?.checksum !== checksum) await replace(path, file, stats, checksum)
    },

    async remove(path: string): Promise<void> {
      await calls.remove(addressOf(path))
      arrived.delete(path)
    },
  }
}

function wrongOffset(error: unknown): number | undefined {
  return error instanceof Refused && error.reason === 'run-data.offset-wrong' ? Number(error.values['size']) : undefined
}

/** Of a file that grew here only the end of what was sent is compared: the last look compares all. */
function beginsWith(file: string, size: number, previous: Arrived): boolean {
  if (previous.size > size) return false
  const { tail } = previous
  if (tail === undefined) return previous.checksum === checksumOf(file, previous.size)
  return readPart(file, previous.size - tail.length, tail.length).equals(tail)
}

function readPart(file: string, from: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafe(length)
  let done = 0
  for (const part of partsOf(file, from, length)) done += part.copy(bytes, done)
  return bytes
}
