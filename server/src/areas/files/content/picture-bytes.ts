import { fail } from '@vermilion/contract/kernel/errors'
import { UnreadablePicture } from '@vermilion/contract/pictures/problems'
import type { BlobStore, LocalFile } from '#platform/blobs/blob-store'
import type { Content } from '#platform/http/range'
import { collectPicture, largestPicture } from '#platform/pictures/read-picture'
import type { InPlaceReader } from '../in-place/reading.ts'
import type { FileRow } from '../store.ts'

interface Needs {
  readonly blobs: Pick<BlobStore, 'localFile'>
  readonly reading: Pick<InPlaceReader, 'read'>
  findFile(id: string): Promise<FileRow>
  bytesOf(row: FileRow): Promise<Pick<Content, 'open'>>
}

/** The ways in which pictures of data spaces are read for whatever looks into them. None holds more than `largestPicture`. */
export function createPictureBytes({ blobs, reading, findFile, bytesOf }: Needs) {
  return {
    /**
     * A picture for a process that opens it: where it lies, or its bytes where that is on no disk here. Fails as
     * `file.not-found`, `file.unreachable` or `file.picture-too-large`.
     */
    async pictureSource(id: string): Promise<LocalFile | Uint8Array> {
      const row = await reading.read(await findFile(id))
      return (await blobs.localFile?.(row.checksum)) ?? readWithinLimit(row, (await bytesOf(row)).open)
    },

    /** The bytes of a picture, to be handed on. `hold` is told of them as they come, and may throw. Fails as `pictureSource`. */
    async pictureBytes(id: string, hold?: (bytes: number) => void): Promise<Uint8Array> {
      const row = await findFile(id)
      return readWithinLimit(row, (await bytesOf(row)).open, hold)
    },
  }
}

async function readWithinLimit(
  { path, size }: FileRow,
  open: Content['open'],
  hold?: (bytes: number) => void,
): Promise<Uint8Array> {
  const limit = `${largestPicture / 1024 ** 2} MiB`
  if (size > largestPicture) throw fail('file.picture-too-large', { path, limit })
  return collectPicture(await open(), { ...(hold && { hold }) }).catch((error: unknown) => {
    throw error instanceof UnreadablePicture ? fail('file.picture-too-large', { path, limit }) : error
  })
}
