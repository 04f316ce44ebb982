import type { Label } from '@vermilion/contract/labels/dataset-labels'
import { fail } from '@vermilion/contract/kernel/errors'
import { relabeled, type LabelMoves } from '@vermilion/contract/labels/relabel'
import { jobKind } from '#platform/jobs/jobs'
import { jobWorkName } from '#platform/jobs/work'
import { createItemBatch } from '../items/item-batch.ts'
import type { LabelEnds } from './labels.ts'
import type { DatasetTables } from '../catalogue/tables.ts'
import type { Platform } from '#platform/platform'
import type { DatasetStores } from '../catalogue/stores.ts'

interface Payload {
  readonly datasetId: string
  readonly startedBy: string
}

const relabelImages = jobKind<Payload, { done: number }>('relabel-images')

/** Up to this many images and shapes of a dataset are changed at once; more are left to a job. */
const imagesAtOnce = 100
const shapesAtOnce = 5_000
const imagesInTurn = 25

type Needs = Pick<Platform, 'database' | 'events' | 'jobs'> & Pick<DatasetStores, 'store' | 'items' | 'annotations'>

/** Moves shapes of removed labels to other labels, or deletes them. Only this changes a label that has shapes. */
export function createRelabeler(needs: Needs) {
  const { events, jobs, store } = needs
  const steps = createRelabelSteps(needs)
  const { leavingOf, imagesWith, changeSome, finish } = steps
  registerRelabeling(needs, steps)

  /** Returns null when few shapes were changed at once. Inside a transaction. Fails with `dataset.labels-changing`. */
  return async (datasetId: string, ends: LabelEnds, startedBy: string): Promise<string | null> => {
    if (ends.size === 0) return null
    const previous = await leavingOf(datasetId)
    if (previous.rows.length > 0) throw fail('dataset.labels-changing')
    for (const [id, to] of ends) await store.updateLabel(id, { leavesTo: to ?? '' })
    const { rows, moves } = await leavingOf(datasetId)
    const shapes = rows.reduce((sum, { annotationCount }) => sum + annotationCount, 0)
    const images = await imagesWith([...moves.keys()], imagesAtOnce + 1)
    if (shapes > shapesAtOnce || images.length > imagesAtOnce)
      return `${jobWorkName}.${await jobs.enqueue(relabelImages, datasetId, { datasetId, startedBy })}`
    for (const itemId of await changeSome(moves, imagesAtOnce))
      events.publish({ type: 'item-changed', datasetId, itemId })
    await finish(datasetId, [...moves.keys()])
    return null
  }
}

export type Relabel = ReturnType<typeof createRelabeler>

function createRelabelSteps({ database, events, store, items, annotations }: Needs) {
  async function leavingOf(datasetId: string) {
    const rows = await store.labelRows(datasetId)
    const dataset = await store.find(datasetId)
    const labels = new Map<string, Label>(dataset?.labels.map((label) => [label.id, label]))
    const moves: LabelMoves = new Map(
      rows.flatMap(({ id, leavesTo }) => {
        const from = labels.get(id)
        return from === undefined || leavesTo === null ? [] : [[id, { from, to: labels.get(leavesTo) ?? null }]]
      }),
    )
    return { rows: rows.filter(({ leavesTo }) => leavesTo !== null), moves }
  }

  const imagesWith = (labelIds: readonly string[], limit: number) =>
    database
      .query<DatasetTables>()
      .selectFrom('datasetItemLabels')
      .select('itemId')
      .distinct()
      .where('labelId', 'in', labelIds)
      .limit(limit)
      .execute()

  /** Returns none once all are changed. Inside a transaction. */
  async function changeSome(moves: LabelMoves, limit: number): Promise<string[]> {
    const itemIds = (await imagesWith([...moves.keys()], limit)).map(({ itemId }) => itemId)
    const existing = await items.ofIds(itemIds)
    const batch = createItemBatch({ store, items, annotations }, itemIds)
    for (const itemId of itemIds) {
      const item = existing.get(itemId)
      if (item === undefined) throw new Error(`the image ${itemId} has labels and is gone`)
      await batch.write({ item, shapes: relabeled(await batch.shapesOf(itemId), moves) })
    }
    await batch.save()
    return itemIds
  }

  async function finish(datasetId: string, labelIds: readonly string[]): Promise<void> {
    for (const id of labelIds) await store.deleteLabel(id)
    await store.update(datasetId, {})
    events.publish({ type: 'dataset-changed', datasetId })
  }

  return { leavingOf, imagesWith, changeSome, finish }
}

function registerRelabeling(
  { database, events, jobs, store }: Needs,
  { leavingOf, changeSome, finish }: ReturnType<typeof createRelabelSteps>,
): void {
  async function countLeft(datasetId: string): Promise<number> {
    const { moves } = await leavingOf(datasetId)
    if (moves.size === 0) return 0
    const row = await database
      .reader<DatasetTables>()
      .selectFrom('datasetItemLabels')
      .select(({ fn }) => fn.count<number>('itemId').distinct().as('images'))
      .where('labelId', 'in', [...moves.keys()])
      .executeTakeFirst()
    return row?.images ?? 0
  }

  async function giveUp({ datasetId }: Payload): Promise<void> {
    for (const { id } of (await leavingOf(datasetId)).rows) await store.updateLabel(id, { leavesTo: null })
    events.publish({ type: 'dataset-changed', datasetId })
  }

  jobs.register(relabelImages, {
    async run({ payload: { datasetId }, resumePoint, signal, saveProgress }) {
      const previous = resumePoint?.done ?? 0
      const total = previous + (await countLeft(datasetId))
      await saveProgress({ done: previous, total, unit: 'images', resumePoint: { done: previous } })
      for (let done = previous; ;) {
        signal.throwIfAborted()
        const changed = await database.transaction(async () => {
          const { rows, moves } = await leavingOf(datasetId)
          if (rows.length === 0) return 0
          const images = (await changeSome(moves, imagesInTurn)).length
          if (images === 0) await finish(datasetId, [...moves.keys()])
          else await saveProgress({ done: done + images, total, unit: 'images', resumePoint: { done: done + images } })
          return images
        })
        if (changed === 0) return
        done += changed
      }
    },
    failed: giveUp,
    stopped: giveUp,
    work: {
      kind: 'label-change',
      describe: ({ datasetId, startedBy }) => store.workOf(datasetId, startedBy),
    },
  })
}
