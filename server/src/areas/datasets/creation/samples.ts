import { datasetCreate, type DatasetCreate } from '@vermilion/contract/datasets'
import type { EndpointResponse } from '@vermilion/contract/kernel/endpoint'
import type { sampleEndpoints } from '@vermilion/contract/samples'
import { sampleLabels } from '@vermilion/contract/scenes'
import type { Spaces } from '#areas/spaces'
import type { Files } from '#areas/files'
import type { Clock } from '#platform/clock'
import type { Database } from '#platform/database/database'
import type { Events } from '#platform/events/events'
import type { Jobs } from '#platform/jobs/jobs'
import type { Lifecycle } from '#platform/lifecycle'
import type { DatasetStore } from '../catalogue/dataset-store.ts'
import type { AnnotationStore } from '../items/annotation-store.ts'
import type { ItemStore } from '../items/item-store.ts'
import type { AddSpaceImages } from '../items/add-space-images.ts'
import { allBelow } from '../service.ts'
import type { Collector } from '../sources/collect.ts'
import type { SourceStore } from '../sources/source-store.ts'
import { createAddScene, type SampleOrder } from './add-scene.ts'
import { newDataset, unlessNameTaken } from './new-dataset.ts'
import { registerRendering } from './render-sample.job.ts'

interface Needs {
  readonly database: Database
  readonly clock: Clock
  readonly events: Events
  readonly jobs: Jobs
  readonly lifecycle: Lifecycle
  readonly spaces: Spaces
  readonly files: Files
  readonly store: DatasetStore
  readonly items: ItemStore
  readonly annotations: AnnotationStore
  readonly collector: Collector
  readonly addSpaceImages: AddSpaceImages
  readonly sources: SourceStore
}

export function createSamples(needs: Needs) {
  const { database, clock, events, jobs, lifecycle, spaces, files, store, items, annotations } = needs
  const { collector, addSpaceImages, sources } = needs
  const addScene = createAddScene({ database, files, store, items, annotations, addSpaceImages, sources })
  const enqueue = registerRendering({ database, events, jobs, lifecycle, spaces, collector, sources, addScene })

  async function addDataset(order: SampleOrder, spaceId: string, startedBy: string): Promise<string> {
    const kind = { format: 'coco', type: 'image', labelType: 'target-detection', labels: sampleLabels() } as const
    const request = datasetCreate.parse({
      ...kind,
      name: order.name,
      tags: ['sample'],
      spaceId,
    } satisfies DatasetCreate)
    const dataset = newDataset(request, { spaceName: order.name, creator: startedBy, now: clock.time() })
    await unlessNameTaken(database, order.name, () => store.insert(dataset))
    const space = { id: spaceId, name: order.name }
    await collector.open(dataset, { space, selection: allBelow(''), startedBy, expected: order.count })
    return dataset.id
  }

  return {
    async create(order: SampleOrder, owner: string): Promise<EndpointResponse<typeof sampleEndpoints.createSample>> {
      const path = order.name.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '-')
      const space = await spaces.create({ name: order.name, path, description: '', tags: ['sample'] }, owner)
      await spaces.setStatus(space.id, 'generating', { done: 0, total: order.count, unit: 'images' })
      const datasetId = order.labeled ? await addDataset(order, space.id, owner) : null
      await enqueue({ spaceId: space.id, datasetId, order, owner })
      return { ...(await spaces.get(space.id)), datasetId }
    },
  }
}
