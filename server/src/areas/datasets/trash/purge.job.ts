import { setImmediate as breath } from 'node:timers/promises'
import { jobKind } from '#platform/jobs/jobs'
import { type BatchNeeds, createItemBatch } from '../items/item-batch.ts'
import type { DatasetTrashStore } from './trash-store.ts'
import type { Platform } from '#platform/platform'

const purge = jobKind<{ datasetId: string; by: string | null }, { done: number }>('purge-dataset')
/** Images per transaction, few enough not to hold the event loop. */
const imagesAtOnce = 25

interface Needs extends Pick<Platform, 'database' | 'events' | 'jobs'>, BatchNeeds {
  readonly trash: DatasetTrashStore
}

/** Deletes datasets for good, image by image: counters agree at every moment, and a restart continues. */
export function registerPurging({ database, events, jobs, trash, ...stores }: Needs) {
  jobs.register(purge, {
    async run({ payload: { datasetId }, resumePoint, signal, saveProgress }) {
      for (let done = resumePoint?.done ?? 0; ;) {
        signal.throwIfAborted()
        const count = await database.transaction(async () => {
          const some = await stores.items.batch(datasetId, '', imagesAtOnce)
          const ids = some.map(({ id }) => id)
          const removals = createItemBatch(stores, ids)
          for (const item of some) await removals.remove(item)
          await removals.save()
          const resume = { done: done + some.length }
          await saveProgress({ done: resume.done, unit: 'images', resumePoint: resume })
          return some.length
        })
        if (count === 0) break
        done += count
        await breath()
      }
      return async () => {
        await trash.remove(datasetId)
        events.publish({ type: 'dataset-changed', datasetId })
      }
    },
    work: {
      kind: 'removal',
      async describe({ datasetId, by }) {
        const name = await trash.nameOf(datasetId)
        return name === undefined ? undefined : { name, owner: by, leadsTo: null }
      },
    },
  })

  /** Inside a transaction. */
  return (datasetId: string, by: string | null) => jobs.enqueue(purge, datasetId, { datasetId, by })
}
