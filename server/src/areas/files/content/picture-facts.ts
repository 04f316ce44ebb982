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

export function createPictureFacts({ reading, pictures, findFile }: Needs) {
  return {
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
