import { fail } from '@vermilion/contract/kernel/errors'
import type { Files } from '#areas/files'
import type { BlobStore } from '#platform/blobs/blob-store'
import type { Content } from '#platform/http/range'

/** Milliseconds that a browser may cache a picture, which never changes. */
const keepFor = 3_600_000

/** Pictures uploaded for a search: content that no row names, collected after a day. */
export function createSearchPictures(
  files: Pick<Files, 'pictureSize' | 'thumbnailOf' | 'smallPicture'>,
  blobs: BlobStore,
) {
  return {
    async keep(content: AsyncIterable<Uint8Array>, signal: AbortSignal) {
      const { checksum, size } = await blobs.put(content, { signal })
      const pixels = size === 0 ? undefined : await files.pictureSize(checksum, signal)
      if (pixels === undefined) throw fail('search.picture-unreadable')
      return { picture: checksum, ...pixels }
    },
    async small(checksum: string): Promise<Content> {
      if ((await files.smallPicture(checksum, 'thumbnail')) === undefined) throw fail('search.picture-gone')
      return { ...(await files.thumbnailOf(checksum)), keepFor }
    },
  }
}
