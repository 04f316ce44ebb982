import { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { type AutoLabelRun, autoLabelEndpoints } from '@vermilion/contract/auto-label'
import { datasetEndpoints, type Dataset } from '@vermilion/contract/datasets'
import type { DatasetItem, ListedItem } from '@vermilion/contract/datasets/items'
import { annotationEndpoints } from '@vermilion/contract/annotation'
import type { Shape } from '@vermilion/contract/labels/index'
import type { LabelType } from '@vermilion/contract/labels/dataset-labels'
import { spaceEndpoints } from '@vermilion/contract/spaces'
import sharp from 'sharp'
import type { Client } from '../../../testing/client.ts'
import type { TestServer } from '../../../testing/start-server.ts'

export const side = 16

/** A picture of four quarters with this much red, 0 to 1, from the upper left in reading order. */
export async function quarters(reds: readonly number[]): Promise<Buffer> {
  const data = Buffer.alloc(side * side * 3)
  for (let y = 0; y < side; y += 1)
    for (let x = 0; x < side; x += 1)
      data[(y * side + x) * 3] = Math.round((reds[(y < side / 2 ? 0 : 2) + (x < side / 2 ? 0 : 1)] ?? 0) * 255)
  return sharp(data, { raw: { width: side, height: side, channels: 3 } })
    .png()
    .toBuffer()
}

interface RedDataset {
  readonly name: string
  readonly pictures: Readonly<Record<string, readonly number[]>>
  readonly labels?: readonly string[]
  readonly labelType?: LabelType
}

export async function makeRedDataset(
  server: TestServer,
  { name, pictures, labels = ['red'], labelType = 'target-detection' }: RedDataset,
): Promise<Dataset> {
  const { id: spaceId } = await server.call(spaceEndpoints.createSpace, { body: { name, path: name } })
  for (const [path, reds] of Object.entries(pictures))
    await server.app.files.addFile({ spaceId, path, source: Readable.from([await quarters(reds)]) })
  await server.platform.jobs.settled()
  const kinds = { format: 'coco', type: 'image', labelType } as const
  const body = { name, spaceId, ...kinds, labels: labels.map((label) => ({ name: label })) }
  const { id: datasetId } = await server.call(datasetEndpoints.createDataset, { body })
  await server.platform.jobs.settled()
  return server.call(datasetEndpoints.getDataset, { params: { datasetId } })
}

type Caller = Pick<Client, 'call'>

const atOnce = 100

export async function itemsOf(server: Caller, datasetId: string) {
  const items: ListedItem[] = []
  for (let offset = 0; ; offset += atOnce) {
    const query = { shapes: 'true', limit: atOnce, offset }
    const page = await server.call(datasetEndpoints.listItems, { params: { datasetId }, query })
    items.push(...page.items)
    if (page.items.length < atOnce) break
  }
  return new Map(items.map((item) => [item.path, { ...item, shapes: item.shapes ?? [] }]))
}

export async function save(server: Caller, item: DatasetItem, shapes: readonly Shape[], complete: boolean) {
  const params = { itemId: item.id }
  const { revision } = await server.call(annotationEndpoints.getAnnotation, { params })
  const body = { baseRevision: revision, shapes: [...shapes], complete }
  return server.call(annotationEndpoints.saveAnnotation, { params, body })
}

export async function untilRun(
  server: Caller,
  runId: string,
  isReached: (run: AutoLabelRun) => boolean = ({ endedAt }) => endedAt !== null,
): Promise<AutoLabelRun> {
  for (;;) {
    const run = await server.call(autoLabelEndpoints.getAutoLabel, { params: { runId } })
    if (isReached(run)) return run
    await delay(20)
  }
}
