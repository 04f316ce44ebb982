import type { Label } from '@vermilion/contract/labels/dataset-labels'
import type { datasetDuplicate } from '@vermilion/contract/datasets'
import { fail } from '@vermilion/contract/kernel/errors'
import { relabeled, type LabelMoves } from '@vermilion/contract/labels/relabel'
import type { z } from 'zod'
import { newId } from '#platform/ids'
import { jobKind } from '#platform/jobs/jobs'
import type { StoredDataset } from '../catalogue/dataset-store.ts'
import type { ShapeWrite } from '../items/annotation-store.ts'
import { type StoredItem, untouched } from '../items/item-row.ts'
import { unlessNameTaken } from './new-dataset.ts'
import { datasetStatus, isLabeled } from '../rules.ts'
import type { Platform } from '#platform/platform'
import type { DatasetStores } from '../catalogue/stores.ts'

interface Payload {
  readonly from: string
  readonly to: string
  readonly withShapes: boolean
  readonly labelIds: Readonly<Record<string, string>>
  readonly startedBy: string
}

const copyImages = jobKind<Payload, { done: number; after: string }>('copy-images')

const nobody = { assignee: null, assignedReviewer: null } as const

const imagesInTurn = 50

type Needs = Pick<Platform, 'database' | 'clock' | 'events' | 'jobs'> &
  Pick<DatasetStores, 'store' | 'items' | 'annotations' | 'sources'>

export type Duplicate = ReturnType<typeof createDuplicator>

/** Images are references, so only rows are copied. */
export function createDuplicator(needs: Needs) {
  const { database, clock, events, jobs, store, sources } = needs
  registerCopying(needs)

  async function copySources(from: string, to: string): Promise<void> {
    for (const source of (await sources.ofDataset(from)).toReversed()) {
      const isOpen = source.status === 'collecting'
      const finished = isOpen ? ({ status: 'stopped', endedAt: clock.time() } as const) : {}
      await sources.add({ ...source, ...finished, id: newId(), datasetId: to })
    }
  }

  /** Inside a transaction. Fails with `dataset.name-taken` or `dataset.not-ready`. */
  return async function duplicate(
    dataset: StoredDataset,
    { name, labels: withShapes }: z.output<typeof datasetDuplicate>,
    startedBy: string,
  ): Promise<string> {
    if (dataset.status !== 'success' || dataset.labels.some(({ leaving }) => leaving)) throw fail('dataset.not-ready')
    const now = clock.time()
    const labels = dataset.labels.map((label) => ({ ...label, id: newId() }))
    const none = { fileCount: 0, labeledCount: 0, annotationCount: 0 }
    const copy: StoredDataset = {
      ...dataset,
      ...none,
      id: newId(),
      name,
      labels,
      status: 'processing',
      creator: startedBy,
      ...nobody,
      createdAt: now,
      updatedAt: now,
    }
    await unlessNameTaken(database, name, () => store.insert(copy))
    for (const [index, { id }] of labels.entries()) await store.updateLabel(id, { place: index })
    await copySources(dataset.id, copy.id)
    const labelIds = Object.fromEntries(dataset.labels.map(({ id }, index) => [id, labels[index]?.id ?? '']))
    await jobs.enqueue(copyImages, copy.id, { from: dataset.id, to: copy.id, withShapes, labelIds, startedBy })
    events.publish({ type: 'dataset-changed', datasetId: copy.id })
    return copy.id
  }
}

function registerCopying({ database, clock, events, jobs, store, items, annotations }: Omit<Needs, 'sources'>): void {
  async function movesOf({ from, to, labelIds }: Payload): Promise<LabelMoves> {
    const [original, copy] = await Promise.all([store.findAnywhere(from), store.findAnywhere(to)])
    if (original === undefined || copy === undefined) throw fail('dataset.not-found')
    const copies = new Map<string, Label>(copy.labels.map((label) => [label.id, label]))
    return new Map(
      original.labels.map((label) => [label.id, { from: label, to: copies.get(labelIds[label.id] ?? '') ?? null }]),
    )
  }

  /** Inside a transaction. Fails with `dataset.labels-changing` when a label was added after the copy began. */
  async function copySome(payload: Payload, matchingItems: readonly StoredItem[], moves: LabelMoves): Promise<void> {
    const { to, withShapes } = payload
    const added = matchingItems.map((item) => {
      const state = withShapes ? { annotationCount: 0, revision: 0 } : { ...untouched, available: item.available }
      return { ...item, ...state, ...nobody, tags: item.tags, id: newId(), datasetId: to, updatedAt: clock.time() }
    })
    await items.insert(added)
    await store.count(to, {
      fileCount: added.length,
      labeledCount: added.filter(({ status }) => isLabeled(status)).length,
    })
    if (!withShapes) return
    const shapesByItem = await annotations.shapesOfMany(matchingItems.map(({ id }) => id))
    const writes: ShapeWrite[] = []
    for (const [index, { id, annotationCount }] of matchingItems.entries()) {
      const item = added[index]
      if (item === undefined || annotationCount === 0) continue
      const shapes = shapesByItem.get(id) ?? []
      if (shapes.some(({ labelId }) => (moves.get(labelId)?.to ?? null) === null)) throw fail('dataset.labels-changing')
      writes.push({ item, shapes: relabeled(shapes, moves) })
    }
    await annotations.writeAll(writes)
  }

  async function end({ to }: Payload, status: 'success' | 'failed'): Promise<void> {
    const dataset = await store.findAnywhere(to)
    if (dataset === undefined) return
    datasetStatus.check(dataset.status, status)
    await store.update(to, { status })
    events.publish({ type: 'dataset-changed', datasetId: to })
  }

  jobs.register(copyImages, {
    async run({ payload, resumePoint, signal, saveProgress }) {
      let done = resumePoint?.done ?? 0
      for await (const batch of items.batches(payload.from, imagesInTurn, {}, resumePoint?.after)) {
        signal.throwIfAborted()
        const moves = await movesOf(payload)
        const total = (await store.findAnywhere(payload.from))?.fileCount ?? 0
        done += batch.length
        const resume = { done, after: batch.at(-1)?.place ?? '' }
        await database.transaction(async () => {
          await copySome(payload, batch, moves)
          await saveProgress({ done: resume.done, total: Math.max(done, total), unit: 'images', resumePoint: resume })
        })
        events.publish({ type: 'dataset-changed', datasetId: payload.to })
      }
      return () => end(payload, 'success')
    },
    failed: (payload) => end(payload, 'failed'),
    stopped: (payload) => end(payload, 'failed'),
    work: {
      kind: 'duplication',
      describe: ({ to, startedBy }) => store.workOf(to, startedBy),
    },
  })
}
