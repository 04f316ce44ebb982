import type { Database } from '#platform/database/database'
import type { DatasetTables } from '../catalogue/tables.ts'

export type Start = { offset: number } | { after: number } | { before: number }

export interface NumberedPage {
  readonly numbers: number[]
  readonly start: number
  readonly total: number
}

/** Lists a dataset's images from the database, while the index is being read. */
export function createRowQueries(database: Database) {
  const reader = database.reader<DatasetTables>()
  const own = (datasetId: string) => reader.selectFrom('datasetItems').where('datasetId', '=', datasetId)

  async function findSortKey(datasetId: string, number: number): Promise<string | undefined> {
    return (await own(datasetId).select('place').where('number', '=', number).executeTakeFirst())?.place
  }

  async function count(datasetId: string, previous?: string): Promise<number> {
    let request = own(datasetId).select(({ fn }) => fn.countAll<number>().as('count'))
    if (previous !== undefined) request = request.where('place', '<', previous)
    return (await request.executeTakeFirstOrThrow()).count
  }

  async function beside(datasetId: string, side: '>' | '<', sortKey: string, limit: number): Promise<number[]> {
    const rows = own(datasetId)
      .select('number')
      .where('place', side, sortKey)
      .orderBy('place', side === '>' ? 'asc' : 'desc')
      .limit(limit)
    return (await rows.execute()).map(({ number }) => number)
  }

  return {
    async page(datasetId: string, from: Start, limit: number): Promise<NumberedPage | undefined> {
      const total = await count(datasetId)
      if ('offset' in from) {
        const start = Math.min(from.offset, total)
        // To skip, the index alone is read: PostgreSQL would look at each row for its number.
        const first = own(datasetId).select('place').orderBy('place').limit(1).offset(start)
        const rows = own(datasetId).select('number').where('place', '>=', first).orderBy('place').limit(limit)
        return { numbers: (await rows.execute()).map(({ number }) => number), start, total }
      }
      const sortKey = await findSortKey(datasetId, 'after' in from ? from.after : from.before)
      if (sortKey === undefined) return undefined
      const rank = await count(datasetId, sortKey)
      if ('after' in from) return { numbers: await beside(datasetId, '>', sortKey, limit), start: rank + 1, total }
      const numbers = (await beside(datasetId, '<', sortKey, limit)).toReversed()
      return { numbers, start: rank - numbers.length, total }
    },

    async around(datasetId: string, number: number) {
      const sortKey = await findSortKey(datasetId, number)
      if (sortKey === undefined) return undefined
      const [previous = 0] = await beside(datasetId, '<', sortKey, 1)
      const [next = 0] = await beside(datasetId, '>', sortKey, 1)
      const offset = await count(datasetId, sortKey)
      return { position: offset + 1, total: await count(datasetId), offset, previous, next }
    },
  }
}
