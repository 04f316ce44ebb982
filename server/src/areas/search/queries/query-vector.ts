import type { ImageSearchQuery } from '@vermilion/contract/image-search'
import { fail } from '@vermilion/contract/kernel/errors'
import type { Files } from '#areas/files'
import type { Engine } from '../embedding/engines.ts'
import type { SearchStore } from '../store.ts'

interface Needs {
  readonly files: Pick<Files, 'examined' | 'smallPicture'>
  readonly store: Pick<SearchStore, 'slotOf'>
}

type PictureQuery = Pick<ImageSearchQuery, 'fileId' | 'picture' | 'region'>

export function createQueryVectors({ files, store }: Needs) {
  async function checksumOf({ fileId, picture }: PictureQuery): Promise<string | undefined> {
    if (fileId === undefined) return picture
    const { checksum, broken } = await files.examined(fileId)
    if (broken) throw fail('search.picture-unreadable')
    return checksum
  }

  /** From the index, since the picture itself may be gone. */
  async function indexed(checksum: string, { index }: Engine): Promise<Float32Array | undefined> {
    const row = await store.slotOf(checksum)
    return row && index.get(row.slot)
  }

  return async (query: PictureQuery, engine: Engine, signal: AbortSignal): Promise<Float32Array | undefined> => {
    const checksum = await checksumOf(query)
    if (checksum === undefined) return undefined
    const { region } = query
    const vectorOfIndex = region === undefined ? await indexed(checksum, engine) : undefined
    if (vectorOfIndex !== undefined) return vectorOfIndex
    // A region needs more pixels than the whole.
    const picture = await files.smallPicture(checksum, region === undefined ? 'thumbnail' : 'preview', signal)
    if (picture === undefined)
      throw fail(query.fileId === undefined ? 'search.picture-gone' : 'search.picture-unreadable')
    const [x, y, width, height] = region ?? [0, 0, 1, 1]
    const part = region === undefined ? {} : { region: { x, y, width, height } }
    const vector = await engine.embedder.embed(picture, { urgency: 'now', signal, ...part })
    if (vector === undefined) throw fail('search.picture-unreadable')
    return vector
  }
}
