import { datasetCreate, type DatasetCreate } from '@vermilion/contract/datasets'
import type { EndpointResponse, Received } from '@vermilion/contract/kernel/endpoint'
import type { Shape } from '@vermilion/contract/labels/index'
import type { sampleEndpoints } from '@vermilion/contract/samples'
import { sampleLabels, sceneConfig, sceneFileName } from '@vermilion/contract/scenes'
import { createSceneRenderer, type Spaces } from '#areas/spaces'
import type { Files } from '#areas/files'
import type { Clock } from '#platform/clock'
import type { Database } from '#platform/database/database'
import type { Events } from '#platform/events/events'
import { newId } from '#platform/ids'
import { jobKind, type Jobs } from '#platform/jobs/jobs'
import type { Lifecycle } from '#platform/lifecycle'
import type { AnnotationStore } from '../items/annotation-store.ts'
import type { Collector } from '../sources/collect.ts'
import type { DatasetStore } from './dataset-store.ts'
import { sortKeyOf, type ItemStore } from '../items/item-store.ts'
import { allBelow } from '../service.ts'
import type { SourceStore } from '../sources/source-store.ts'
import type { TakeImages } from '../items/take-images.ts'
import { newDataset, unlessNameTaken } from './new-dataset.ts'

type SampleOrder = Received<typeof sampleEndpoints.createSample>['body']

interface Payload {
  spaceId: string
  /** Null when only images were asked for. */
  datasetId: string | null
  order: SampleOrder
  /** Username; absent in jobs of earlier versions. */
  owner?: string
}

const renderSample = jobKind<Payload, { next: number }>('render-sample')

/** Renders procedural scenes with their ground truth into a new space and, on wish, a dataset labelled with it. */
// oxlint-disable-next-line max-lines-per-function -- a maker, whose functions share the state that it holds
export function createSamples(needs: {
  database: Database
  clock: Clock
  events: Events
  jobs: Jobs
  lifecycle: Lifecycle
  spaces: Spaces
  files: Files
  store: DatasetStore
  items: ItemStore
  annotations: AnnotationStore
  collector: Collector
  takeImages: TakeImages
  sources: SourceStore
}) {
  const { database, clock, jobs, spaces, files, store, items, annotations, collector, sources, takeImages } = needs
  const renderer = createSceneRenderer()
  needs.lifecycle.onStop(() => renderer.close())

  async function addDataset(order: SampleOrder, spaceId: string, startedBy: string): Promise<string> {
    const kind = { format: 'coco', type: 'image', labelType: 'target-detection', labels: sampleLabels() } as const
    const request = datasetCreate.parse({
      ...kind,
      name: order.name,
      tags: ['sample'],
      spaceId,
    } satisfies DatasetCreate)
    const dataset = newDataset(request, order.name, clock.time())
    await unlessNameTaken(database, order.name, () => store.insert(dataset))
    await collector.open(dataset, { space: { id: spaceId, name: order.name }, selection: allBelow(''), startedBy })
    return dataset.id
  }

  /** One rendered image: the file, then its place in the dataset with its truth. Done again, it changes nothing. */
  async function addScene({ spaceId, datasetId, order }: Payload, index: number): Promise<void> {
    const config = sceneConfig.parse(order)
    const { content, objects } = await renderer.render(config, index)
    const path = sceneFileName(index)
    const file = await files.addFile({ spaceId, path, source: bytes(content) })
    const dataset = datasetId === null ? undefined : await store.find(datasetId)
    if (dataset === undefined) return
    const image = { fileId: file.id, path, checksum: file.checksum, width: config.width, height: config.height }
    const labelIds = new Map(dataset.labels.map(({ name, id }) => [name, id]))
    const shapes = objects.map(({ label, box }): Shape => {
      return { id: newId(), kind: 'box', box, labelId: labelIds.get(label) ?? '', source: 'import' }
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

  async function end({ spaceId, datasetId }: Payload, how: 'success' | 'failed' | 'stopped'): Promise<void> {
    await spaces.setStatus(spaceId, how === 'stopped' ? 'normal' : how)
    // What was rendered before a stop is whole: images with their truth.
    if (datasetId === null) return
    for (const source of await sources.collecting(datasetId)) await collector.close(source.id, how)
  }

  jobs.register(renderSample, {
    async run({ payload, resumePoint, signal, saveProgress }) {
      const total = payload.order.count
      for (let index = resumePoint?.next ?? 0; index < total; index += 1) {
        signal.throwIfAborted()
        const progress = { done: index + 1, total, unit: 'images' }
        await addScene(payload, index)
        await database.transaction(async () => {
          await saveProgress({ ...progress, resumePoint: { next: index + 1 } })
          await spaces.setStatus(payload.spaceId, 'generating', progress)
        })
      }
      await database.transaction(() => end(payload, 'success'))
    },
    failed: (payload) => end(payload, 'failed'),
    stopped: (payload) => end(payload, 'stopped'),
    work: {
      kind: 'sample',
      async describe({ spaceId, order, owner = null }) {
        return { name: order.name, owner, leadsTo: { page: 'space', id: spaceId } }
      },
    },
  })

  return {
    async create(order: SampleOrder, owner: string): Promise<EndpointResponse<typeof sampleEndpoints.createSample>> {
      const path = order.name.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '-')
      const space = await spaces.create({ name: order.name, path, description: '', tags: ['sample'] })
      await spaces.setStatus(space.id, 'generating', { done: 0, total: order.count, unit: 'images' })
      const datasetId = order.labeled ? await addDataset(order, space.id, owner) : null
      await jobs.enqueue(renderSample, space.id, { spaceId: space.id, datasetId, order, owner })
      return spaces.get(space.id)
    },
  }
}

async function* bytes(content: Uint8Array): AsyncIterable<Uint8Array> {
  yield content
}
