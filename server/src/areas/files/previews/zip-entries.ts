import { buffer } from 'node:stream/consumers'
import { callbackify, promisify } from 'node:util'
import { mostEntries } from '@vermilion/contract/previews'
import type { ArchiveEntry } from '@vermilion/contract/previews'
import yauzl from 'yauzl'
import type { Content } from '#platform/http/range'
import type { Entries } from './entry-name.ts'
import { entryName, escapes, shown, timeOf } from './entry-name.ts'

const openZip = promisify<yauzl.RandomAccessReader, number, yauzl.Options, yauzl.ZipFile>(yauzl.fromRandomAccessReader)

/** Bytes that are read at once. */
const blockSize = 1024 ** 2

/** Hands yauzl the parts of the content that it asks for, a header at a time, out of larger blocks. */
class Blocks extends yauzl.RandomAccessReader {
  readonly #content: Content
  #begin = 0
  #block: Buffer = Buffer.alloc(0)

  constructor(content: Content) {
    super()
    this.#content = content
  }

  override read(to: Buffer, at: number, length: number, begin: number, done: (error: Error | null) => void): void {
    const copy = async () => {
      await this.#fill(begin, length)
      this.#block.copy(to, at, begin - this.#begin, begin - this.#begin + length)
    }
    callbackify(copy)(done)
  }

  async #fill(begin: number, length: number): Promise<void> {
    if (begin >= this.#begin && begin + length <= this.#begin + this.#block.length) return
    if (begin + length > this.#content.size) throw new Error('the archive ends too early')
    const end = Math.min(this.#content.size, begin + Math.max(blockSize, length)) - 1
    this.#block = await buffer(await this.#content.open({ start: begin, end }))
    this.#begin = begin
  }
}

/** Lists a zip by its directory, which lies at the end of the file; nothing is unpacked. */
export async function zipEntries(content: Content): Promise<Entries> {
  // Names are decoded here, so that hostile ones are listed instead of ending the listing.
  const zip = await openZip(new Blocks(content), content.size, {
    lazyEntries: true,
    decodeStrings: false,
    autoClose: false,
  })
  const entries: ArchiveEntry[] = []
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  zip.on('entry', (entry: yauzl.Entry) => {
    entries.push(entryOf(entry))
    if (entries.length < mostEntries) zip.readEntry()
    else resolve()
  })
  zip.on('end', resolve)
  zip.on('error', reject)
  zip.readEntry()
  await promise
  return { entries, total: zip.entryCount }
}

function entryOf(entry: yauzl.Entry): ArchiveEntry {
  const name = entryName(entry.fileNameRaw)
  return {
    path: shown(name),
    folder: name.endsWith('/'),
    size: entry.uncompressedSize,
    packedSize: entry.compressedSize,
    modifiedAt: timeOf(entry.getLastModDate()),
    encrypted: entry.isEncrypted(),
    escapes: escapes(name),
  }
}
