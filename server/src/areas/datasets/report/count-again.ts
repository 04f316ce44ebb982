import { setImmediate as breath } from 'node:timers/promises'
import type { Database } from '#platform/database/database'
import type { Events } from '#platform/events/events'
import { jobKind, type Jobs } from '#platform/jobs/jobs'
import type { AnnotationStore } from '../items/annotation-store.ts'
import { itemOf } from '../items/item-row.ts'
import type { ItemStore } from '../items/item-store.ts'

const countShapes = jobKind<null>('count-shapes')
const atOnce = 25

export function countShapesAgain(needs: {
  database: Database
  events: Events
  jobs: Jobs
  items: ItemStore
  annotations: AnnotationStore
}): void {
  const { database, events, jobs, items, annotations } = needs
  jobs.daily(countShapes, {
    async run({ signal }) {
      const datasets = new Set<string>()
      for (;;) {
        signal.throwIfAborted()
        const some = await items.uncounted(atOnce)
        if (some.length === 0) break
        await database.transaction(async () => {
          for (const item of some) await annotations.countAgain(itemOf(item))
        })
        for (const { datasetId } of some) datasets.add(datasetId)
        await breath()
      }
      for (const datasetId of datasets) events.publish({ type: 'dataset-changed', datasetId })
    },
  })
}
