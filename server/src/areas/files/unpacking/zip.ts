import { once } from 'node:events'
import { PassThrough, pipeline, type Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import yauzl from 'yauzl'
import type { Entry, ZipFile } from 'yauzl'
import { asArchiveError, type Archive, type ArchiveEntry, type ArchiveSource } from './archive.ts'
import { decodeName, skips } from './entry-names.ts'

/** Bytes read at once, since the directory is read in tiny steps. */
const windowSize = 256 * 1024

class SourceReader extends yauzl.RandomAccessReader {
  readonly #source: ArchiveSource
  #windows: { start: number; bytes: Buffer }[] = []

  constructor(source: ArchiveSource) {
    super()
    this.#source = source
  }

  override read(
    target: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null) => void,
  ) {
    // eslint-disable-next-line promise/no-callback-in-promise -- the library asks by callback
    void this.#fill(target, offset, { position, length }).then(callback)
  }

  async #fill(target: Buffer, offset: number, { position, length }: { position: number; length: number }) {
    try {
      const { start, bytes } = await this.#window(position, length)
      bytes.copy(target, offset, position - start, position - start + length)
      return null
    } catch (error) {
      return error as Error
    }
  }

  async #window(position: number, length: number) {
    const window = this.#windows.find(
      ({ start, bytes }) => start <= position && position + length <= start + bytes.length,
    )
    if (window !== undefined) return window
    const { size } = this.#source
    if (position + length > size) throw new Error('it ends early')
    const end = Math.min(size, position + Math.max(length, windowSize))
    const bytes = await buffer(await this.#source.open({ start: position, end: end - 1 }))
    const fresh = { start: position, bytes }
    this.#windows = [fresh, ...this.#windows.slice(0, 1)]
    return fresh
  }

  override _readStreamForRange(start: number, end: number): Readable {
    const pass = new PassThrough()
    this.#source.open({ start, end: end - 1 }).then(
      (content) => pipeline(content, pass, () => undefined),
      (error: unknown) => pass.destroy(error as Error),
    )
    return pass
  }
}

const options = { lazyEntries: true, autoClose: false, decodeStrings: false, validateEntrySizes: true } as const

export async function openZip(source: ArchiveSource): Promise<Archive> {
  const read = async () => {
    try {
      return await yauzl.fromRandomAccessReaderPromise(new SourceReader(source), source.size, options)
    } catch (error) {
      throw asArchiveError(error)
    }
  }
  const zip = await read()
  return {
    count: zip.entryCount,
    async unpackedSize() {
      const directory = await read()
      let bytes = 0
      for await (const entry of entriesOf(directory)) bytes += entry.uncompressedSize
      directory.close()
      return bytes
    },
    async *entries() {
      for await (const entry of entriesOf(zip)) yield toEntry(zip, entry)
    },
    openAt: ({ offset, packedSize, size, method, crc32 }) => {
      const entry = Object.assign(new yauzl.Entry(), {
        relativeOffsetOfLocalHeader: offset,
        compressedSize: packedSize,
        uncompressedSize: size,
        compressionMethod: method,
        generalPurposeBitFlag: 0,
        crc32,
      })
      return zip.openReadStreamPromise(entry)
    },
    close: () => zip.close(),
  }
}

async function* entriesOf(zip: ZipFile): AsyncGenerator<Entry> {
  let remaining = zip.entryCount
  for (; remaining > 0; remaining -= 1) {
    const next = once(zip, 'entry')
    zip.readEntry()
    const event = await next.catch((error: unknown) => Promise.reject(asArchiveError(error)))
    yield (event as [Entry])[0]
  }
}

function toEntry(zip: ZipFile, entry: Entry): ArchiveEntry {
  const name = nameOf(entry)
  const mode = (entry.externalFileAttributes >>> 16) & 0o170000
  const skip = entry.isEncrypted()
    ? skips.encrypted
    : mode === 0o120000
      ? skips.link
      : mode !== 0 && mode !== 0o100000 && mode !== 0o040000
        ? skips.device
        : entry.canDecodeFileData()
          ? undefined
          : skips.method
  return {
    name,
    isFolder: /[/\\]$/.test(name) || mode === 0o040000,
    size: entry.uncompressedSize,
    packedSize: entry.compressedSize,
    modifiedAt: entry.getLastModDate(),
    isEncrypted: entry.isEncrypted(),
    ...(skip === undefined ? {} : { skip }),
    location: {
      offset: entry.relativeOffsetOfLocalHeader,
      packedSize: entry.compressedSize,
      size: entry.uncompressedSize,
      method: entry.compressionMethod,
      crc32: entry.crc32,
    },
    open: () => zip.openReadStreamPromise(entry),
    matches: (crc32) => crc32 === entry.crc32,
  }
}

/** UTF-8 when announced; else a matching encoding, else that of DOS. */
function nameOf({ generalPurposeBitFlag, fileNameRaw, extraFields }: Entry): string {
  const announcedName = yauzl.getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, true)
  const isUnicode = (generalPurposeBitFlag & 0x800) !== 0 || extraFields.some(({ id }) => id === 0x7075)
  return isUnicode ? announcedName : (decodeName(fileNameRaw) ?? announcedName)
}
