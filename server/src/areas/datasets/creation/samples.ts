import { datasetCreate, type DatasetCreate } from '@vermilion/contract/datasets'
import type { EndpointResponse } from '@vermilion/contract/kernel/endpoint'
import type { sampleEndpoints } from '@vermilion/contract/samples'
import { sampleLabels } from '@vermilion/contract/scenes'
import type { Spaces } from '#areas/spaces'
import type { DatasetStore } from '../catalogue/dataset-store.ts'
import { allBelow } from '../items/space-images.ts'
import type { Collector } from '../sources/collect.ts'
import type { SampleOrder, SampleTarget } from './add-scene.ts'
import { newDataset, unlessNameTaken } from './new-dataset.ts'
import type { Platform } from '#platform/platform'

interface Needs extends Pick<Platform, 'database' | 'clock'> {
  readonly store: Pick<DatasetStore, 'insert'>
  readonly spaces: Spaces
  readonly collector: Pick<Collector, 'open'>
  renderSample(order: SampleTarget & { owner: string }): Promise<string>
}

export function createSamples({ database, clock, store, spaces, collector, renderSample }: Needs) {
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
      const space = await spaces.create(
        { name: order.name, path, storageId: null, description: '', tags: ['sample'] },
        owner,
      )
      await spaces.setStatus(space.id, 'generating', { done: 0, total: order.count, unit: 'images' })
      const datasetId = order.labeled ? await addDataset(order, space.id, owner) : null
      await renderSample({ spaceId: space.id, datasetId, order, owner })
      return { ...(await spaces.get(space.id)), datasetId }
    },
  }
}
