import { fail } from '@vermilion/contract/kernel/errors'
import { UnreadablePicture } from '@vermilion/contract/pictures/problems'
import type { BlobStore } from '#platform/blobs/blob-store'
import type { Content } from '#platform/http/range'
import type { Picture } from '#platform/pictures/open-picture'
import { collectPicture, maxPictureBytes } from '#platform/pictures/read-picture'
import type { InPlaceReader } from '../in-place/reading.ts'
import type { FileRow } from '../store.ts'

interface Needs {
  readonly blobs: Pick<BlobStore, 'withLocalFile'>
  readonly reading: Pick<InPlaceReader, 'read'>
  findFile(id: string): Promise<FileRow>
  bytesOf(row: FileRow): Promise<Pick<Content, 'open'>>
}

/** At most `maxPictureBytes` bytes each. */
export function createPictureBytes({ blobs, reading, findFile, bytesOf }: Needs) {
  return {
    /**
     * Gives `work` a local file, or bytes when a folder in place has changed since.
     * Fails with `file.not-found`, `file.unreachable` or `file.picture-too-large`.
     */
    async withPictureSource<Result extends object>(
      id: string,
      work: (picture: Picture) => Promise<Result>,
    ): Promise<Result> {
      const row = await reading.read(await findFile(id))
      return (
        (await blobs.withLocalFile(row.checksum, work)) ?? work(await readWithinLimit(row, (await bytesOf(row)).open))
      )
    },

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
  const limit = `${maxPictureBytes / 1024 ** 2} MiB`
  if (size > maxPictureBytes) throw fail('file.picture-too-large', { path, limit })
  return collectPicture(await open(), { ...(hold && { hold }) }).catch((error: unknown) => {
    throw error instanceof UnreadablePicture ? fail('file.picture-too-large', { path, limit }) : error
  })
}
