import { fail } from '@vermilion/contract/kernel/errors'
import { UnreadablePicture, type PictureProblem } from '@vermilion/contract/pictures/problems'
import type { BlobStore } from '#platform/blobs/blob-store'
import type { Content } from '#platform/http/range'
import type { Picture } from '#platform/pictures/open-picture'
import { collectPicture, maxPictureBytes } from '#platform/pictures/read-picture'
import type { InPlaceReader } from '../in-place/reading.ts'
import type { Pictures } from '../pictures/pictures.ts'
import type { FileRow } from '../store.ts'

interface Needs {
  readonly blobs: Pick<BlobStore, 'withLocalFile'>
  readonly reading: Pick<InPlaceReader, 'read'>
  readonly pictures: Pick<Pictures, 'examine' | 'metadata'>
  findFile(id: string): Promise<FileRow>
  bytesOf(row: FileRow): Promise<Pick<Content, 'open'>>
}

export function createPictureAccess({ blobs, reading, pictures, findFile, bytesOf }: Needs) {
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

    /** At most `maxPictureBytes` bytes. */
    async pictureBytes(id: string, hold?: (bytes: number) => void): Promise<Uint8Array> {
      const row = await findFile(id)
      return readWithinLimit(row, (await bytesOf(row)).open, hold)
    },

    /** The size of the upright picture in pixels; undefined for missing or other content. */
    async pictureSize(checksum: string, signal?: AbortSignal): Promise<{ width: number; height: number } | undefined> {
      const finding = await pictures.examine(checksum, signal)
      return 'width' in finding ? { width: finding.width, height: finding.height } : undefined
    },

    /** The EXIF orientation, 1 to 8; 1 for missing or unmarked content. */
    async orientation(checksum: string, signal?: AbortSignal): Promise<number> {
      const metadata = await pictures.metadata(checksum, signal)
      return 'orientation' in metadata ? (metadata.orientation ?? 1) : 1
    },

    /** Null for a sound header, whatever the extension. Fails with `file.unreachable`. */
    async pictureProblem(id: string): Promise<PictureProblem | null> {
      const { checksum, path } = await reading.read(await findFile(id))
      const metadata = await pictures.metadata(checksum)
      if ('missing' in metadata) throw fail('file.unreachable', { path })
      return 'broken' in metadata ? metadata.broken : metadata.problem
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
  return collectPicture(await open(), hold).catch((error: unknown) => {
    throw error instanceof UnreadablePicture ? fail('file.picture-too-large', { path, limit }) : error
  })
}
