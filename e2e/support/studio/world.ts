import { setTimeout as wait } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { type LabelType } from '../../../contract/src/labels/dataset-labels.ts'
import { type DatasetItem } from '../../../contract/src/datasets/items.ts'
import { datasetEndpoints, type Dataset } from '../../../contract/src/datasets.ts'
import { sampleEndpoints } from '../../../contract/src/samples.ts'
import { spaceEndpoints } from '../../../contract/src/spaces.ts'
import { createClient, type Call } from '../server/client.ts'
import { expect, test as base } from '../story.ts'

/** Size of the sample's pictures. */
export const image = { width: 320, height: 240 }

/** A server for these stories, with a data space of four pictures. */
export interface World {
  readonly address: string
  readonly token: string
  readonly call: Call
  /** Creates an unlabeled dataset of the pictures. */
  make(labelType: LabelType, name?: string): Promise<{ dataset: Dataset; items: readonly DatasetItem[] }>
}

export const test = base.extend<object, { world: World }>({
  world: [
    async ({ host }, use) => {
      const server = await host.start()
      const call = createClient(server)
      const sample = { name: 'floor', count: 4, seed: 5, labeled: false, ...image }
      const { id: spaceId } = await call(sampleEndpoints.createSample, { body: sample })
      while ((await call(spaceEndpoints.getSpace, { params: { spaceId } })).status !== 'success') await wait(50)
      await use({ ...server, call, make: (labelType, name = labelType) => make(call, spaceId, labelType, name) })
      await server.stop()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ world }, use) => use(world.address),
})

async function make(call: Call, spaceId: string, labelType: LabelType, name: string) {
  const labels = [
    {
      name: 'dirt',
      attributes: [
        { name: 'Surface', type: 'select' as const, options: ['wet', 'dry'], default: 'dry' },
        { name: 'Remark', type: 'text' as const },
      ],
    },
    { name: '电缆' },
    { name: 'animal' },
  ]
  const body = { name, labelType, format: 'coco', type: 'image', spaceId, labels } as const
  const guidelines = 'Label what lies on the floor.'
  const { id } = await call(datasetEndpoints.createDataset, { body: { ...body, guidelines } })
  const params = { datasetId: id }
  while ((await call(datasetEndpoints.getDataset, { params })).status !== 'success') await wait(50)
  const dataset = await call(datasetEndpoints.getDataset, { params })
  return { dataset, items: (await call(datasetEndpoints.listItems, { params, query: {} })).items }
}

export async function open(page: Page, { id }: Dataset, item: DatasetItem | undefined): Promise<void> {
  await page.goto(`/data-set/list/file/${id}/annotate/${item?.id}`)
  await expect(page.locator('output[data-state=saved]')).toBeVisible()
}
