import { maxItemSetSize, type ItemSet } from '@vermilion/contract/datasets/item-sets'
import { fail } from '@vermilion/contract/kernel/errors'
import type { Clock } from '#platform/clock'
import { writeJson } from '#platform/database/columns'
import type { Database } from '#platform/database/database'
import { newId } from '#platform/ids'
import { jobKind, type Jobs } from '#platform/jobs/jobs'
import type { DatasetTables } from '../catalogue/tables.ts'

const forgetSets = jobKind<null>('forget-item-sets')
const retentionMs = 30 * 24 * 3_600_000

export function createItemSets({ database, clock, jobs }: { database: Database; clock: Clock; jobs: Jobs }) {
  const query = database.query<DatasetTables>()
  const reader = database.reader<DatasetTables>()

  jobs.daily(forgetSets, {
    async run() {
      const oldest = new Date(clock.now() - retentionMs).toISOString()
      await database.transaction(() => query.deleteFrom('itemSets').where('createdAt', '<', oldest).execute())
    },
  })

  return {
    /** Stores those of the numbers that are images of the dataset. Fails with `item.none-selected`. */
    async create(datasetId: string, numbers: readonly number[]): Promise<ItemSet> {
      const requested = new Set(numbers.slice(0, maxItemSetSize))
      const rows = reader.selectFrom('datasetItems').select('number').where('datasetId', '=', datasetId).stream()
      const present: number[] = []
      for await (const { number } of rows) if (requested.has(number)) present.push(number)
      if (present.length === 0) throw fail('item.none-selected')
      const id = newId()
      const set = { id, datasetId, numbers: writeJson(present), createdAt: clock.time() }
      await database.transaction(() => query.insertInto('itemSets').values(set).execute())
      return { id, items: present.length }
    },
  }
}
