import type { Received } from '@vermilion/contract/kernel/endpoint'
import type { Shape } from '@vermilion/contract/labels/index'
import type { sampleEndpoints } from '@vermilion/contract/samples'
import { sceneConfig, sceneFileName } from '@vermilion/contract/scenes'
import { createSceneRenderer } from '#areas/spaces'
import type { Files } from '#areas/files'
import type { Database } from '#platform/database/database'
import { newId } from '#platform/ids'
import type { Lifecycle } from '#platform/lifecycle'
import type { DatasetStore } from '../catalogue/dataset-store.ts'
import type { AnnotationStore } from '../items/annotation-store.ts'
import { sortKeyOf, type ItemStore } from '../items/item-store.ts'
import type { TakeImages } from '../items/take-images.ts'
import type { SourceStore } from '../sources/source-store.ts'

export type SampleOrder = Received<typeof sampleEndpoints.createSample>['body']

/** What is rendered, and where it goes. */
export interface SampleTarget {
  spaceId: string
  /** Null when only images were asked for. */
  datasetId: string | null
  order: SampleOrder
}

interface Needs {
  readonly database: Database
  readonly lifecycle: Lifecycle
  readonly files: Pick<Files, 'addFile'>
  readonly store: DatasetStore
  readonly items: ItemStore
  readonly annotations: AnnotationStore
  readonly takeImages: TakeImages
  readonly sources: SourceStore
}

export type AddScene = ReturnType<typeof createAddScene>

/** Adds rendered images to a space, and with their truth to a dataset. */
export function createAddScene({ database, lifecycle, files, store, items, annotations, takeImages, sources }: Needs) {
  const renderer = createSceneRenderer()
  lifecycle.onStop(() => renderer.close())

  /** One rendered image: the file, then its place in the dataset with its truth. Done again, it changes nothing. */
  return async ({ spaceId, datasetId, order }: SampleTarget, index: number): Promise<void> => {
    const config = sceneConfig.parse(order)
    const { content, objects } = await renderer.render(config, index)
    const path = sceneFileName(index)
    const file = await files.addFile({ spaceId, path, source: bytes(content) })
    const dataset = datasetId === null ? undefined : await store.find(datasetId)
    if (dataset === undefined) return
    const image = { fileId: file.id, path, checksum: file.checksum, width: config.width, height: config.height }
    const labelIds = new Map(dataset.labels.map(({ name, id }) => [name, id]))
    const shapes = objects.map(({ label, box }): Shape => {
      return { id: newId(), kind: 'box', box, labelId: labelIds.get(label) ?? '', source: 'renderer' }
    })
    await database.transaction(async () => {
      const takenCount = await takeImages(dataset.id, spaceId, [image])
      for (const source of await sources.collecting(dataset.id)) {
        await sources.update(source.id, { taken: source.taken + takenCount })
      }
      const item = await items.atSortKey(dataset.id, sortKeyOf(path))
      if (item?.status === 'to-label') await annotations.replace(item, shapes, true)
    })
  }
}

async function* bytes(content: Uint8Array): AsyncIterable<Uint8Array> {
  yield content
}
