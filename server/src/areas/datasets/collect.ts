import type { Clock } from '#platform/clock'
import type { Database } from '#platform/database/database'
import type { Events } from '#platform/events/events'
import { newId } from '#platform/ids'
import { jobKind, type Jobs } from '#platform/jobs/jobs'
import type { DatasetStore } from './dataset-store.ts'
import { placeOf, type ItemStore } from './item-store.ts'
import { datasetStatus, splitOf } from './rules.ts'
import type { SpaceImage } from './snapshots.ts'

const collectImages = jobKind<{ datasetId: string }>('collect-images')

/** Takes the images of a space into a dataset. Begun again after a crash, it passes over what is there already. */
export function createCollector(needs: {
  database: Database
  clock: Clock
  events: Events
  jobs: Jobs
  store: DatasetStore
  items: ItemStore
  /** Readable images of a space below a folder, a batch at a time. */
  images(spaceId: string, folder: string): AsyncIterable<SpaceImage[]>
}) {
  const { database, clock, events, jobs, store, items, images } = needs

  /** Adds images to a dataset and its counter; an image that is there already stays as it is. Inside a transaction. */
  async function take(datasetId: string, found: readonly SpaceImage[]): Promise<void> {
    const updatedAt = clock.time()
    const fileCount = await items.insert(
      found.map((image) => ({
        ...image,
        id: newId(),
        datasetId,
        place: placeOf(image.path),
        status: 'to-label',
        split: splitOf(image.checksum),
        annotationCount: 0,
        revision: 0,
        available: true,
        updatedAt,
      })),
    )
    await store.count(datasetId, { fileCount })
  }

  /** Takes a step of the status, if the dataset still exists. Inside a transaction. */
  async function enter(datasetId: string, status: 'processing' | 'success' | 'failed'): Promise<void> {
    const dataset = await store.find(datasetId)
    if (dataset === undefined || dataset.status === status) return
    datasetStatus.check(dataset.status, status)
    await store.update(datasetId, { status })
    events.publish({ type: 'dataset-changed', datasetId })
  }

  jobs.register(collectImages, {
    async run({ payload: { datasetId }, signal, saveProgress }) {
      const dataset = await store.find(datasetId)
      if (dataset === undefined) return
      await database.transaction(() => enter(datasetId, 'processing'))
      let done = 0
      for await (const found of images(dataset.spaceId, dataset.folder)) {
        signal.throwIfAborted()
        done += found.length
        await database.transaction(async () => {
          if ((await store.find(datasetId)) === undefined) return
          await take(datasetId, found)
          await saveProgress({ done, unit: 'images' })
          events.publish({ type: 'dataset-changed', datasetId })
        })
      }
      await database.transaction(() => enter(datasetId, 'success'))
    },
    failed: ({ datasetId }) => enter(datasetId, 'failed'),
    work: {
      kind: 'collection',
      async describe({ datasetId }) {
        const dataset = await store.find(datasetId)
        return dataset && { name: dataset.name, owner: null, leadsTo: { page: 'dataset', id: datasetId } }
      },
    },
  })

  return {
    take,
    enter,
    start: (datasetId: string) => jobs.enqueue(collectImages, datasetId, { datasetId }),
  }
}

export type Collector = ReturnType<typeof createCollector>
