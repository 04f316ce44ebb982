import { closeSync, constants, openSync, readSync, type Stats } from 'node:fs'
import { hashFile } from './files.ts'
import { Refused, type Calls } from './requests.ts'

export type FileStats = Pick<Stats, 'size' | 'mtimeMs' | 'ino' | 'mode'>

/** What the server has of a file. */
interface Arrived {
  readonly size: number
  /** Undefined for one that grew here; then its last bytes are known. */
  readonly checksum?: string
  readonly tail?: Buffer
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

  /** Returns from where to go on. */
  async function sendPart(file: string, part: { from: number; length: number; size: number; address: string }) {
    try {
      return (await calls.send(part.address, readPart(file, part.from, part.length))).size
    } catch (error) {
      // A part arrived of which no answer came.
      const size = wrongOffset(error)
      if (size === undefined || size > part.size) throw error
      return size
    }
  }

  async function append(path: string, file: string, from: number, size: number): Promise<void> {
    for (let offset = from, isFirst = true; offset < size || isFirst; isFirst = false) {
      const length = Math.min(chunkBytes, size - offset)
      offset = await sendPart(file, { from: offset, length, size, address: addressOf(path, { offset }) })
      const tail = readPart(file, Math.max(0, offset - tailBytes), Math.min(offset, tailBytes))
      arrived.set(path, { size: offset, tail })
    }
  }

  async function replace(path: string, file: string, { size, mode }: FileStats, checksum: string): Promise<void> {
    const about = { size, checksum, executable: (mode & 0o111) !== 0 }
    for (let offset = 0, isFirst = true; offset < size || isFirst; isFirst = false) {
      // Of a large file some may be there: nothing is sent to learn how much.
      const length = isFirst && size > chunkBytes ? 0 : Math.min(chunkBytes, size - offset)
      offset = await sendPart(file, { from: offset, length, size, address: addressOf(path, { ...about, offset }) })
    }
    arrived.set(path, { size, checksum })
  }

  return {
    replace,

    /** Notes what the server told that it has. */
    note: (path: string, size: number, checksum: string) => void arrived.set(path, { size, checksum }),

    async send(path: string, file: string, stats: FileStats): Promise<void> {
      const previous = arrived.get(path)
      if (isGrowing(path) && (previous === undefined || beginsWith(file, stats.size, previous)))
        return append(path, file, previous?.size ?? 0, stats.size)
      const checksum = hashFile(file, stats.size).digest('hex')
      if (previous?.checksum !== checksum) await replace(path, file, stats, checksum)
    },

    async remove(path: string): Promise<void> {
      await calls.remove(addressOf(path))
      arrived.delete(path)
    },

    /** The next time, it is sent as a whole: nobody knows what is there. */
    forget: (path: string) => void arrived.set(path, { size: 0, checksum: '' }),
  }
}

function wrongOffset(error: unknown): number | undefined {
  return error instanceof Refused && error.reason === 'run-data.offset-wrong' ? Number(error.values['size']) : undefined
}

/** Of a file that grew here only the end of what was sent is compared: the last look compares all. */
function beginsWith(file: string, size: number, previous: Arrived): boolean {
  if (previous.size > size) return false
  const { tail } = previous
  if (tail === undefined) return previous.checksum === hashFile(file, previous.size).digest('hex')
  return readPart(file, previous.size - tail.length, tail.length).equals(tail)
}

function readPart(file: string, from: number, length: number): Buffer {
  const descriptor = openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW)
  try {
    const bytes = Buffer.allocUnsafe(length)
    for (let done = 0; done < length;) {
      const count = readSync(descriptor, bytes, done, length - done, from + done)
      if (count === 0) throw Object.assign(new Error(`${file} became shorter`), { code: 'CHANGED' })
      done += count
    }
    return bytes
  } finally {
    closeSync(descriptor)
  }
}
