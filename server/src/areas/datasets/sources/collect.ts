import type { FileSelection } from '@vermilion/contract/files'
import type { Files } from '#areas/files'
import { newId } from '#platform/ids'
import { jobKind } from '#platform/jobs/jobs'
import type { StoredDataset } from '../catalogue/dataset-store.ts'
import { datasetStatus } from '../rules.ts'
import { chosenFiles, countSelected } from '../items/space-images.ts'
import { labelAsClass } from './label-images.ts'
import type { StoredSource } from '../catalogue/tables.ts'
import type { AddSpaceImages } from '../items/add-space-images.ts'
import type { Truths } from './truths.ts'
import type { Platform } from '#platform/platform'
import type { DatasetStores } from '../catalogue/stores.ts'

const collectImages = jobKind<{ sourceId: string; classOfAll: string | null }, { seen: number }>('collect-images')

export interface NewSource {
  readonly space: { readonly id: string; readonly name: string }
  readonly selection: FileSelection
  readonly startedBy: string
  readonly withTruth?: boolean
  readonly classOfAll?: string | null
  readonly expected?: number | null
}

interface CollectorNeeds extends Pick<Platform, 'database' | 'clock' | 'events' | 'jobs'> {
  stores: Pick<DatasetStores, 'store' | 'items' | 'annotations' | 'sources'>
  addSpaceImages: AddSpaceImages
  truths: Pick<Truths, 'label'>
  files: Files
}

const noneSeen = () => ({ seen: 0, images: 0, notPictures: 0, broken: 0, hevc: 0 })
type Counts = ReturnType<typeof noneSeen>

/** After a crash, existing images are skipped. */
export function createCollector(needs: CollectorNeeds) {
  const { clock, events, jobs } = needs
  const { store, sources } = needs.stores
  const underWay = new Map<string, Counts>()

  async function open(
    { id, status }: StoredDataset,
    { space, selection, startedBy, withTruth = false, expected = null }: NewSource,
  ): Promise<StoredSource> {
    const none = { taken: 0, present: 0, notPictures: 0, broken: 0, hevc: 0, labeled: 0 }
    const source: StoredSource = {
      id: newId(),
      datasetId: id,
      spaceId: space.id,
      spaceName: space.name,
      selection,
      withTruth,
      status: 'collecting',
      ...none,
      expected,
      startedBy,
      createdAt: clock.time(),
      endedAt: null,
    }
    await sources.add(source)
    if (status === 'init' || status === 'failed') {
      datasetStatus.check(status, 'processing')
      await store.update(id, { status: 'processing' })
    }
    events.publish({ type: 'dataset-changed', datasetId: id })
    return source
  }

  async function close(sourceId: string, how: 'success' | 'failed' | 'stopped'): Promise<void> {
    const source = await sources.find(sourceId)
    if (source === undefined) return
    const { datasetId } = source
    await sources.update(sourceId, { status: how, endedAt: clock.time() })
    const dataset = await store.findAnywhere(datasetId)
    if (dataset?.status === 'processing' && (await sources.collecting(datasetId)).length === 0) {
      await store.update(datasetId, { status: how === 'failed' ? 'failed' : 'success' })
    }
    events.publish({ type: 'dataset-changed', datasetId })
  }

  registerCollecting(needs, underWay, close)

  return {
    open,
    close,
    /** Inside a transaction. */
    async countBroken(datasetId: string, spaceId: string, brokenCount: number): Promise<void> {
      const source = (await sources.ofDataset(datasetId)).find((one) => one.spaceId === spaceId && one.taken > 0)
      if (source === undefined) return
      const count = Math.min(brokenCount, source.taken)
      await sources.update(source.id, { taken: source.taken - count, broken: source.broken + count })
      const counts = underWay.get(source.id)
      if (counts === undefined) return
      counts.images -= count
      counts.broken += count
    },
    /** Inside a transaction. */
    async start(dataset: StoredDataset, request: NewSource): Promise<StoredSource> {
      const source = await open(dataset, request)
      const { classOfAll = null } = request
      await jobs.enqueue(collectImages, source.id, { sourceId: source.id, classOfAll })
      return source
    },
  }
}

export type Collector = ReturnType<typeof createCollector>

function registerCollecting(
  { database, events, jobs, stores, addSpaceImages, truths, files }: CollectorNeeds,
  underWay: Map<string, Counts>,
  close: (sourceId: string, how: 'success' | 'failed' | 'stopped') => Promise<void>,
): void {
  const { store, sources } = stores

  jobs.register(collectImages, {
    isWaitedFor: true,
    async run({ payload: { sourceId, classOfAll }, resumePoint, signal, saveProgress }) {
      const source = await sources.find(sourceId)
      if (source === undefined) return
      const { id, datasetId, spaceId } = source
      const counts = noneSeen()
      underWay.set(id, counts)
      await sources.update(id, { expected: source.expected ?? (await countSelected(files, spaceId, source.selection)) })
      const batches = chosenFiles(files, spaceId, source.selection)
      for await (const { images: measured, notPictures, broken, hevc } of batches) {
        signal.throwIfAborted()
        await database.transaction(async () => {
          const now = await sources.find(id)
          if (now === undefined) return
          // They may have been decoded since they were measured.
          const undecodable = await files.broken(measured.map(({ fileId }) => fileId))
          const images = measured.filter(({ fileId }) => !undecodable.has(fileId))
          counts.images += images.length
          counts.notPictures += notPictures
          counts.broken += broken + undecodable.size
          counts.hevc += hevc
          counts.seen += measured.length + notPictures + broken
          const takenCount = now.taken + (await addSpaceImages(datasetId, spaceId, images))
          const truthCount = source.withTruth ? await truths.label(datasetId, images) : 0
          const classCount = classOfAll === null ? 0 : await labelAsClass(stores, datasetId, images, classOfAll)
          const present = Math.max(0, counts.images - takenCount)
          const { seen: _seen, images: _images, ...left } = counts
          const labeled = now.labeled + truthCount + classCount
          await sources.update(id, { ...left, taken: takenCount, present, labeled })
          // After a restart the first files are passed over; the reported count stays meanwhile.
          const seenCount = Math.max(counts.seen, resumePoint?.seen ?? 0)
          await saveProgress({ done: seenCount, unit: 'files', resumePoint: { seen: seenCount } })
          events.publish({ type: 'dataset-changed', datasetId })
        })
      }
      underWay.delete(id)
      await database.transaction(() => close(id, 'success'))
    },
    failed: ({ sourceId }) => close(sourceId, 'failed'),
    stopped: ({ sourceId }) => close(sourceId, 'stopped'),
    work: {
      kind: 'collection',
      async describe({ sourceId }) {
        const source = await sources.find(sourceId)
        return source && store.workOf(source.datasetId, source.startedBy)
      },
    },
  })
}
