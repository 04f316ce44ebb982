import { Failure } from '@vermilion/contract/kernel/errors'
import type { Database } from '#platform/database/database'
import { createLimit } from '#platform/limit'
import type { InPlaceReader } from '../in-place/reading.ts'
import type { InPlaceStore } from '../in-place/store.ts'
import { isReadFailure } from '../pictures/read-failure.ts'
import type { FileRow } from '../store.ts'
import { mediaOf } from './media.ts'
import { isReadAtOnce, readsAtOnce, type ReadPicture, type ReadPictures } from './picture-reading.ts'

/** Bytes read between two saves; a restart reads them again. */
const unsavedBytes = 64 * 1024 ** 2

export interface BatchReaderNeeds {
  readonly database: Database
  readonly inPlace: Pick<InPlaceStore, 'setDone' | 'setChecksum'>
  readonly reading: Pick<InPlaceReader, 'checksumOf'>
  readonly readPictures: ReadPictures
  changed(spaceId: string): void
}

interface ReadBatch {
  readonly pictures: readonly ReadPicture[]
  readonly unread: readonly FileRow[]
}

const isPicture = ({ name }: FileRow): boolean => mediaOf(name).readable === true

export function createBatchReader({ database, inPlace, reading, readPictures, changed }: BatchReaderNeeds) {
  async function checksumOf(file: FileRow, signal: AbortSignal): Promise<Hashed> {
    signal.throwIfAborted()
    if (file.checksum !== null) return { file, checksum: file.checksum, isUnread: false }
    try {
      return { file, checksum: await reading.checksumOf(file, signal), isUnread: false }
    } catch (error) {
      if (isReadFailure(error)) return { file, checksum: null, isUnread: true }
      // The file differs from the index, or could not be read to its end.
      if (error instanceof Failure) return { file, checksum: null, isUnread: false }
      throw error
    }
  }

  /** Files that are no pictures, or unreadable until the next scan, are done. */
  async function save(hashed: readonly Hashed[]): Promise<void> {
    for (const spaceId of new Set(hashed.map(({ file }) => file.spaceId))) changed(spaceId)
    for (const { file, checksum, isUnread } of hashed) {
      if (file.checksum === null && checksum !== null) await inPlace.setChecksum(file, checksum)
      if (!isUnread && (checksum === null || !isPicture(file))) await inPlace.setDone(file)
    }
  }

  async function hash(files: readonly FileRow[], signal: AbortSignal): Promise<Hashed[]> {
    const hashed: Hashed[] = []
    let savedCount = 0
    let bytes = 0
    const take = createLimit(files.some(({ version }) => version !== null) ? readsAtOnce : 1)
    const reads = files.map((file) => ({ file, read: take(signal, () => checksumOf(file, signal)) }))
    // One may fail while another is awaited.
    for (const { read } of reads) read.catch(() => undefined)
    for (const { file, read } of reads) {
      if (file.checksum === null) bytes += file.size
      hashed.push(await read)
      if (bytes < unsavedBytes && hashed.length < files.length) continue
      const some = hashed.slice(savedCount)
      await database.transaction(() => save(some))
      savedCount = hashed.length
      bytes = 0
    }
    return hashed
  }

  /** Adds the checksum of a picture that crashed its worker. */
  async function withChecksum(read: ReadPicture, signal: AbortSignal): Promise<ReadPicture> {
    const isGone = 'missing' in read.finding && read.finding.unread === undefined
    if (read.checksum !== null || isGone) return read
    const { checksum, isUnread } = await checksumOf(read.file, signal)
    return checksum === null && !isUnread ? { ...read, finding: { missing: true } } : { ...read, checksum }
  }

  return async (batch: readonly FileRow[], signal: AbortSignal): Promise<ReadBatch> => {
    const isHashed = (file: FileRow) => file.checksum === null && !(isPicture(file) && isReadAtOnce(file))
    const hashed = await hash(
      batch.filter((file) => isHashed(file) || !isPicture(file)),
      signal,
    )
    const large = hashed.flatMap(({ file, checksum }) =>
      isPicture(file) && checksum !== null ? [{ ...file, checksum }] : [],
    )
    const others = batch.filter((file) => isPicture(file) && !isHashed(file))
    const pictures: ReadPicture[] = []
    for (const read of await readPictures([...others, ...large], 'whole', 'later'))
      pictures.push(await withChecksum(read, signal))
    const unread = pictures.flatMap(({ file, finding }) =>
      'missing' in finding && finding.unread !== undefined ? file : [],
    )
    return { pictures, unread: [...hashed.filter(({ isUnread }) => isUnread).map(({ file }) => file), ...unread] }
  }
}

interface Hashed {
  readonly file: FileRow
  readonly checksum: string | null
  readonly isUnread: boolean
}
