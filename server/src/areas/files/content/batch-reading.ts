import { Failure } from '@vermilion/contract/kernel/errors'
import type { Database } from '#platform/database/database'
import type { InPlaceReader } from '../in-place/reading.ts'
import type { InPlaceStore } from '../in-place/store.ts'
import { isReadFailure } from '../pictures/read-failure.ts'
import type { FileRow } from '../store.ts'
import { mediaOf } from './media.ts'

/** Bytes that are read before what they came to is written: a restart reads them again. */
const unsavedBytes = 64 * 1024 ** 2

export interface BatchReaderNeeds {
  readonly database: Database
  readonly inPlace: Pick<InPlaceStore, 'setDone' | 'setChecksum'>
  readonly reading: Pick<InPlaceReader, 'checksumOf'>
  changed(spaceId: string): void
}

/** Takes the checksums of files that nobody has read yet, and ends with those that are no pictures. */
export function createBatchReader({ database, inPlace, reading, changed }: BatchReaderNeeds) {
  async function readOne(file: FileRow, signal: AbortSignal): Promise<Read> {
    signal.throwIfAborted()
    try {
      return { file, checksum: await reading.checksumOf(file, signal), isUnread: false }
    } catch (error) {
      // It is not there as the index says, or it could not be read to its end.
      if (error instanceof Failure) return { file, checksum: undefined, isUnread: false }
      if (isReadFailure(error)) return { file, checksum: undefined, isUnread: true }
      throw error
    }
  }

  /** What is no picture, or cannot be read before a scan has found it again, needs no further look. */
  async function saveRead(read: readonly Read[]): Promise<void> {
    for (const spaceId of new Set(read.map(({ file }) => file.spaceId))) changed(spaceId)
    for (const { file, checksum, isUnread } of read) {
      if (file.checksum === null && checksum !== undefined) await inPlace.setChecksum(file, checksum)
      if (!isUnread && !isPicture({ file, checksum, isUnread })) await inPlace.setDone(file)
    }
  }

  return async (batch: readonly FileRow[], signal: AbortSignal): Promise<Read[]> => {
    const read: Read[] = []
    let savedCount = 0
    let bytes = 0
    for (const file of batch) {
      if (file.checksum === null) bytes += file.size
      read.push(
        file.checksum === null ? await readOne(file, signal) : { file, checksum: file.checksum, isUnread: false },
      )
      if (bytes < unsavedBytes && read.length < batch.length) continue
      const some = read.slice(savedCount)
      await database.transaction(() => saveRead(some))
      savedCount = read.length
      bytes = 0
    }
    return read
  }
}

interface Read {
  readonly file: FileRow
  readonly checksum: string | undefined
  /** Its bytes are there, and could not be read this time. */
  readonly isUnread: boolean
}

export interface ReadPicture extends Read {
  readonly checksum: string
}

export function isPicture(read: Read): read is ReadPicture {
  return read.checksum !== undefined && mediaOf(read.file.name).readable === true
}
