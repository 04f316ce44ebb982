import type { FileSelection } from '@vermilion/contract/files'
import type { Clock } from '#platform/clock'
import type { Database } from '#platform/database/database'
import type { Events } from '#platform/events/events'
import { newId } from '#platform/ids'
import { jobKind, type Jobs } from '#platform/jobs/jobs'
import type { DatasetStore, StoredDataset } from '../catalogue/dataset-store.ts'
import { datasetStatus } from '../rules.ts'
import type { ChosenFiles } from '../items/space-images.ts'
import { labelAsClass, type LabelingNeeds } from './label-images.ts'
import type { SourceStore, StoredSource } from './source-store.ts'
import type { AddSpaceImages } from '../items/add-space-images.ts'
import type { Truths } from './truths.ts'

/** A job of an earlier version names the dataset, whose first source has the same id. */
type Payload = { sourceId: string; classOfAll?: string | null } | { datasetId: string }

const collectImages = jobKind<Payload, { seen: number }>('collect-images')
const classOf = (payload: Payload) => ('classOfAll' in payload ? payload.classOfAll : null) ?? null
const sourceIdOf = (payload: Payload) => ('sourceId' in payload ? payload.sourceId : payload.datasetId)

export interface NewSource {
  readonly space: { readonly id: string; readonly name: string }
  readonly selection: FileSelection
  readonly startedBy: string
  readonly withTruth?: boolean
  readonly classOfAll?: string | null
  readonly expected?: number | null
}

interface CollectorNeeds {
  database: Database
  clock: Clock
  events: Events
  jobs: Jobs
  store: DatasetStore
  sources: SourceStore
  addSpaceImages: AddSpaceImages
  truths: Pick<Truths, 'label'>
  labeling: LabelingNeeds
  filesOf(spaceId: string, selection: FileSelection): AsyncIterable<ChosenFiles>
  /** Null when only a scan could tell. */
  countFiles(spaceId: string, selection: FileSelection): Promise<number | null>
  /** The files that are known not to decode. */
  brokenFiles(fileIds: readonly string[]): Promise<ReadonlySet<string>>
}

interface Counts {
  seen: number
  images: number
  notPictures: number
  broken: number
  hevc: number
}

/** After a crash, existing images are skipped. */
export function createCollector(needs: CollectorNeeds) {
  const { clock, events, jobs, store, sources } = needs
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
  { database, events, jobs, store, sources, addSpaceImages, truths, labeling, ...needs }: CollectorNeeds,
  underWay: Map<string, Counts>,
  close: (sourceId: string, how: 'success' | 'failed' | 'stopped') => Promise<void>,
): void {
  jobs.register(collectImages, {
    isWaitedFor: true,
    async run({ payload, resumePoint, signal, saveProgress }) {
      const source = await sources.find(sourceIdOf(payload))
      if (source === undefined) return
      const { id, datasetId, spaceId } = source
      const name = classOf(payload)
      const counts = { seen: 0, images: 0, notPictures: 0, broken: 0, hevc: 0 }
      underWay.set(id, counts)
      await sources.update(id, { expected: source.expected ?? (await needs.countFiles(spaceId, source.selection)) })
      for await (const { images: measured, notPictures, broken, hevc } of needs.filesOf(spaceId, source.selection)) {
        signal.throwIfAborted()
        await database.transaction(async () => {
          const now = await sources.find(id)
          if (now === undefined) return
          // They may have been decoded since they were measured.
          const undecodable = await needs.brokenFiles(measured.map(({ fileId }) => fileId))
          const images = measured.filter(({ fileId }) => !undecodable.has(fileId))
          counts.images += images.length
          counts.notPictures += notPictures
          counts.broken += broken + undecodable.size
          counts.hevc += hevc
          counts.seen += measured.length + notPictures + broken
          const takenCount = now.taken + (await addSpaceImages(datasetId, spaceId, images))
          const truthCount = source.withTruth ? await truths.label(datasetId, images) : 0
          const classCount = name === null ? 0 : await labelAsClass(labeling, datasetId, images, name)
          const present = Math.max(0, counts.images - takenCount)
          await sources.update(id, {
            taken: takenCount,
            present,
            notPictures: counts.notPictures,
            broken: counts.broken,
            hevc: counts.hevc,
            labeled: now.labeled + truthCount + classCount,
          })
          // After a restart the first files are passed over; the reported count stays meanwhile.
          const seenCount = Math.max(counts.seen, resumePoint?.seen ?? 0)
          await saveProgress({ done: seenCount, unit: 'files', resumePoint: { seen: seenCount } })
          events.publish({ type: 'dataset-changed', datasetId })
        })
      }
      underWay.delete(id)
      await database.transaction(() => close(id, 'success'))
    },
    failed: (payload) => close(sourceIdOf(payload), 'failed'),
    stopped: (payload) => close(sourceIdOf(payload), 'stopped'),
    work: {
      kind: 'collection',
      async describe(payload) {
        const source = await sources.find(sourceIdOf(payload))
        const dataset = source && (await store.find(source.datasetId))
        if (source === undefined || dataset === undefined) return undefined
        return { name: dataset.name, owner: source.startedBy, leadsTo: { page: 'dataset', id: dataset.id } }
      },
    },
  })
}
