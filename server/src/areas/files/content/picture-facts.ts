import { fail } from '@vermilion/contract/kernel/errors'
import type { PictureProblem } from '@vermilion/contract/pictures/problems'
import type { InPlaceReader } from '../in-place/reading.ts'
import type { Pictures } from '../pictures/pictures.ts'
import type { FileRow } from '../store.ts'

interface Needs {
  readonly reading: InPlaceReader
  readonly pictures: Pick<Pictures, 'examine' | 'metadata'>
  findFile(id: string): Promise<FileRow>
}

/** Facts about pictures that no row keeps: their content is asked each time. */
export function createPictureFacts({ reading, pictures, findFile }: Needs) {
  return {
    /** Pixels of the upright picture; undefined for content that is none, or has gone. */
    async pictureSize(checksum: string, signal?: AbortSignal): Promise<{ width: number; height: number } | undefined> {
      const finding = await pictures.examine(checksum, signal)
      return 'width' in finding ? { width: finding.width, height: finding.height } : undefined
    },

    /** How EXIF turns the stored pixels of a picture, 1 to 8; 1 for content that says none, or has gone. */
    async orientation(checksum: string, signal?: AbortSignal): Promise<number> {
      const metadata = await pictures.metadata(checksum, signal)
      return 'orientation' in metadata ? (metadata.orientation ?? 1) : 1
    },

    /**
     * Why a picture is not read, by its content, whatever its name ends in; null where its header is sound. Fails as
     * `file.unreachable`.
     */
    async pictureProblem(id: string): Promise<PictureProblem | null> {
      const { checksum, path } = await reading.read(await findFile(id))
      const metadata = await pictures.metadata(checksum)
      if ('missing' in metadata) throw fail('file.unreachable', { path })
      return 'broken' in metadata ? metadata.broken : metadata.problem
    },
  }
}
