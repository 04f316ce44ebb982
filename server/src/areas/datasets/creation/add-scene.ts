import type { Received } from '@vermilion/contract/kernel/endpoint'
import type { Shape } from '@vermilion/contract/labels/index'
import type { sampleEndpoints } from '@vermilion/contract/samples'
import { sceneFileName, type SceneResponse } from '@vermilion/contract/scenes'
import type { Files } from '#areas/files'
import type { Database } from '#platform/database/database'
import { newId } from '#platform/ids'
import { sortKeyOf } from '../items/item-store.ts'
import type { AddSpaceImages } from '../items/add-space-images.ts'
import type { DatasetStores } from '../catalogue/stores.ts'

export type SampleOrder = Received<typeof sampleEndpoints.createSample>['body']

export interface SampleTarget {
  spaceId: string
  /** Null for images without a dataset. */
  datasetId: string | null
  order: SampleOrder
}

interface Needs extends Pick<DatasetStores, 'store' | 'items' | 'annotations' | 'sources'> {
  readonly database: Database
  readonly files: Pick<Files, 'addFile'>
  readonly addSpaceImages: AddSpaceImages
}

export type AddScene = ReturnType<typeof createAddScene>

export function createAddScene({ database, files, store, items, annotations, addSpaceImages, sources }: Needs) {
  return async (target: SampleTarget, index: number, { content, objects }: SceneResponse): Promise<void> => {
    const { spaceId, datasetId, order } = target
    const path = sceneFileName(index)
    const file = await files.addFile({ spaceId, path, source: bytes(content) })
    const dataset = datasetId === null ? undefined : await store.find(datasetId)
    if (dataset === undefined) return
    const image = { fileId: file.id, path, checksum: file.checksum, width: order.width, height: order.height }
    const labelIds = new Map(dataset.labels.map(({ name, id }) => [name, id]))
    const shapes = objects.map(({ label, box }): Shape => {
      return { id: newId(), kind: 'box', box, labelId: labelIds.get(label) ?? '', source: 'renderer' }
    })
    await database.transaction(async () => {
      const takenCount = await addSpaceImages(dataset.id, spaceId, [image])
      for (const source of await sources.collecting(dataset.id)) {
        await sources.update(source.id, { taken: source.taken + takenCount })
      }
      if (index < order.toLabel) return
      const item = await items.atSortKey(dataset.id, sortKeyOf(path))
      if (item?.status === 'to-label') await annotations.replace(item, shapes, true)
    })
  }
}

async function* bytes(content: Uint8Array): AsyncIterable<Uint8Array> {
  yield content
}
