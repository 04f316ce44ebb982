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

/** Reads pictures of spaces for other areas, at most `largestPicture` bytes each. */
export function createPictureBytes({ blobs, reading, findFile, bytesOf }: Needs) {
  return {
    /**
     * A picture for another process: its local file, or its bytes when there is none. Fails with `file.not-found`,
     * `file.unreachable` or `file.picture-too-large`.
     */
    async pictureSource(id: string): Promise<LocalFile | Uint8Array> {
      const row = await reading.read(await findFile(id))
      return (await blobs.localFile?.(row.checksum)) ?? readWithinLimit(row, (await bytesOf(row)).open)
    },

    /** A picture's bytes. `hold` receives the size of each part and may throw. Fails like `pictureSource`. */
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
