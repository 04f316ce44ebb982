import type { Clock } from '#platform/clock'
import { newId } from '#platform/ids'
import { untouched } from './item-row.ts'
import { sortKeyOf } from './item-store.ts'
import { splitOf } from '../rules.ts'
import type { SpaceImage } from '../snapshots/snapshots.ts'
import type { DatasetStores } from '../catalogue/stores.ts'

export type AddSpaceImages = ReturnType<typeof createAddSpaceImages>

interface Needs extends Pick<DatasetStores, 'store' | 'items'> {
  readonly clock: Clock
  /** The name that distinguishes images of this space from those of another at the same path. */
  nameOfSpace(spaceId: string): Promise<string>
}

/**
 * Existing images stay unchanged. Two files are two images, whatever their content; a file deleted and added again is one. Inside
 * a transaction.
 */
export function createAddSpaceImages({ clock, store, items, nameOfSpace }: Needs) {
  async function freePath(datasetId: string, spaceId: string, path: string): Promise<string> {
    const folder = folderName(await nameOfSpace(spaceId))
    for (let number = 1; ; number += 1) {
      const free = `${number === 1 ? folder : `${folder} (${number})`}/${path}`
      if ((await items.atSortKey(datasetId, sortKeyOf(free))) === undefined) return free
    }
  }

  return async (datasetId: string, spaceId: string, spaceImages: readonly SpaceImage[]): Promise<number> => {
    const there = await items.byFiles(
      datasetId,
      spaceImages.map(({ fileId }) => fileId),
    )
    const removed = [...there.values()].filter(({ available }) => !available).map(({ fileId }) => fileId)
    await items.updateFiles(removed, { available: 1 })
    const fresh = spaceImages.filter(({ fileId }) => !there.has(fileId))
    const itemsByKey = await items.atSortKeys(
      datasetId,
      fresh.map(({ path }) => sortKeyOf(path)),
    )
    const updatedAt = clock.time()
    const added = []
    let brought = 0
    for (const image of fresh) {
      const other = itemsByKey.get(sortKeyOf(image.path))
      if (other !== undefined && !other.available && other.checksum === image.checksum) {
        await items.update(other.id, { fileId: image.fileId, spaceId, available: 1, updatedAt })
        brought += 1
        continue
      }
      const path = other === undefined ? image.path : await freePath(datasetId, spaceId, image.path)
      added.push({
        ...image,
        path,
        id: newId(),
        datasetId,
        spaceId,
        place: sortKeyOf(path),
        ...untouched,
        tags: [],
        split: splitOf(image.checksum),
        updatedAt,
      })
    }
    const fileCount = await items.insert(added)
    if (fileCount > 0) await store.count(datasetId, { fileCount })
    return fileCount + brought
  }
}

function folderName(name: string): string {
  const safe = name.replaceAll(/[\p{Cc}/\\]/gu, '-').trim()
  return /^\.*$/.test(safe) ? 'space' : safe
}
