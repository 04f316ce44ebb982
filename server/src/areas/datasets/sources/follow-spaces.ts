import { spaceDeleted, spaceRestored } from '#areas/spaces'
import { newId } from '#platform/ids'
import { jobKind } from '#platform/jobs/jobs'
import type { Platform } from '#platform/platform'
import type { DatasetStores } from '../catalogue/stores.ts'

const followSpace = jobKind<{ spaceId: string }>('follow-space')
/** Items that are updated in the transaction itself; more are left to a job. */
const atOnce = 1_000
const batchSize = 500

type Needs = Pick<Platform, 'database' | 'events' | 'jobs'> & Pick<DatasetStores, 'store' | 'items' | 'availability'>

/** Annotations stay unchanged when a space is deleted or restored. */
export function followSpaces({ database, events, jobs, store, items, availability }: Needs): void {
  const changed = (datasetId: string) => events.publish({ type: 'dataset-changed', datasetId })

  async function follow(spaceId: string): Promise<string[]> {
    const some = await availability.itemsOf(spaceId, atOnce + 1)
    // Jobs of one kind take turns and read the present state, so the last one is right.
    if (some.length > atOnce) await jobs.enqueue(followSpace, newId(), { spaceId })
    else await availability.updateItems(some)
    const datasetIds = await availability.datasetsOf(spaceId)
    datasetIds.forEach(changed)
    return datasetIds
  }

  events.listen(spaceDeleted, async ({ spaceId, affects }) => {
    for (const dataset of await store.namesOf(await follow(spaceId))) affects(dataset)
  })

  events.listen(spaceRestored, async ({ spaceId }) => void (await follow(spaceId)))

  jobs.register(followSpace, {
    async run({ payload: { spaceId }, signal }) {
      for (const datasetId of await availability.datasetsOf(spaceId)) {
        for await (const batch of items.batches(datasetId, batchSize)) {
          signal.throwIfAborted()
          const own = batch.filter((item) => item.spaceId === spaceId)
          await database.transaction(() => availability.updateItems(own.map(({ id }) => id)))
        }
        changed(datasetId)
      }
    },
  })
}
