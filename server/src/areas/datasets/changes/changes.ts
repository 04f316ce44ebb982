import { setImmediate as breath } from 'node:timers/promises'
import { itemsOfOneCall, type itemChangeEndpoints, type ItemChange } from '@vermilion/contract/datasets/changes'
import type { ItemSelection } from '@vermilion/contract/datasets/items'
import type { EndpointResponse } from '@vermilion/contract/kernel/endpoint'
import { fail } from '@vermilion/contract/kernel/errors'
import { newId } from '#platform/ids'
import { jobKind } from '#platform/jobs/jobs'
import { jobWorkName } from '#platform/jobs/work'
import { requireChangeNames, type RequireEnabled } from '../assignments/assignments.ts'
import type { StoredDataset } from '../catalogue/dataset-store.ts'
import { createChangeRun, type ChangePoint, type ChangeRunNeeds } from './run.ts'
import { createUndo } from './undo.ts'
import { requireWholeImageLabels } from '../labels/labels.ts'
import type { Platform } from '#platform/platform'

interface Payload {
  readonly changeId: string
  /** Undefined undoes the change. */
  readonly selection?: ItemSelection
}

const changeImages = jobKind<Payload, ChangePoint>('change-images')
const forgetChanges = jobKind<null>('forget-item-changes')
const retentionMs = 7 * 24 * 3_600_000

type Changed = EndpointResponse<typeof itemChangeEndpoints.changeItems>
type Undone = EndpointResponse<typeof itemChangeEndpoints.undoItemChange>

interface Needs extends ChangeRunNeeds, Pick<Platform, 'database' | 'clock' | 'events' | 'jobs'> {
  requireEnabled: RequireEnabled
  count(datasetId: string, selection: ItemSelection): Promise<number>
}

/** A few images within the call, more as a resumable job. */
export function createItemChanges(needs: Needs) {
  const { database, clock, events, jobs, store, changes } = needs
  const run = createChangeRun(needs)
  const undo = createUndo(needs)

  async function workOf(payload: Payload): Promise<string> {
    const id = await jobs.enqueue(changeImages, `${payload.changeId} ${payload.selection ? 'do' : 'undo'}`, payload)
    return `${jobWorkName}.${id}`
  }

  jobs.register(changeImages, {
    async run({ payload: { changeId, selection }, resumePoint, signal, saveProgress }) {
      const saved = (point: ChangePoint, done: number, total: number) =>
        saveProgress({ done, total, unit: 'images', resumePoint: point })
      if (selection === undefined) await undo(changeId, { signal })
      else await run(changeId, selection, { from: resumePoint, signal, saved })
    },
    stopped: async () => {},
    work: {
      kind: 'item-change',
      async describe({ changeId }) {
        const change = await changes.find(changeId)
        return change && store.workOf(change.datasetId, change.startedBy)
      },
    },
  })

  jobs.daily(forgetChanges, {
    async run({ signal }) {
      for (const id of await changes.olderThan(new Date(clock.now() - retentionMs).toISOString())) {
        while (await changes.forgetSome(id)) {
          signal.throwIfAborted()
          await breath()
        }
        await changes.forget(id)
      }
    },
  })

  return {
    async change(datasetId: string, selection: ItemSelection, request: ItemChange, by: string): Promise<Changed> {
      const dataset = await store.require(datasetId)
      const change = await requireChangeNames(request, needs.requireEnabled)
      requireFitting(dataset, change)
      const meant = await needs.count(datasetId, selection)
      if (meant === 0) throw fail('item.none-selected')
      const id = newId()
      const workId = await database.transaction(async () => {
        await changes.add({ id, datasetId, change, startedBy: by, createdAt: clock.time() })
        return meant > itemsOfOneCall ? workOf({ changeId: id, selection }) : null
      })
      if (workId !== null) return { items: 0, skipped: 0, undoId: id, workId }
      const done = await run(id, selection)
      if (done.items === 0) await changes.forget(id)
      return { ...done, undoId: done.items === 0 ? null : id, workId: null }
    },

    async undo(changeId: string): Promise<Undone> {
      const change = await changes.find(changeId)
      if (change === undefined || !(await store.exists(change.datasetId))) throw fail('item-change.not-found')
      const doing = await jobs.report(changeImages, `${changeId} do`)
      const isUnderWay = doing?.state === 'queued' || doing?.state === 'running'
      if (isUnderWay || (await changes.count(changeId)) > itemsOfOneCall) {
        return { items: 0, skipped: 0, workId: await workOf({ changeId }) }
      }
      const done = await undo(changeId)
      events.publish({ type: 'dataset-changed', datasetId: change.datasetId })
      return { ...done, workId: null }
    },
  }

  function requireFitting({ labels, labelType }: StoredDataset, change: ItemChange): void {
    if (!('labelId' in change)) return
    if (!labels.some(({ id }) => id === change.labelId)) throw fail('dataset.label-not-found', { id: change.labelId })
    requireWholeImageLabels(labelType)
  }
}
