import type { ItemChange } from '@vermilion/contract/datasets/changes'
import { readJson, inSlices, writeJson, type JsonText } from '#platform/database/columns'
import type { Database } from '#platform/database/database'
import { updateRows } from '#platform/database/update-rows'
import type { SavedState } from './kinds.ts'

export interface StoredChange {
  id: string
  datasetId: string
  change: ItemChange
  startedBy: string
  createdAt: string
}

/** One image of a change. Before it is changed, `before` may hold its turn in the division and `after` its new value. */
export interface ChangedRow {
  changeId: string
  number: number
  itemId: string
  before: string | null
  after: string | null
}

interface ChangeTables {
  itemChanges: Omit<StoredChange, 'change'> & { change: JsonText<ItemChange> }
  changedItems: ChangedRow
}

const rowsAtOnce = 500

export type ChangeStore = ReturnType<typeof createChangeStore>

export function createChangeStore(database: Database) {
  const query = database.query<ChangeTables>()
  const reader = database.reader<ChangeTables>()
  const itemsOf = (changeId: string) => query.selectFrom('changedItems').selectAll().where('changeId', '=', changeId)

  return {
    async add(change: StoredChange): Promise<void> {
      await query
        .insertInto('itemChanges')
        .values({ ...change, change: writeJson(change.change) })
        .execute()
    },

    async find(id: string): Promise<StoredChange | undefined> {
      const row = await query.selectFrom('itemChanges').selectAll().where('id', '=', id).executeTakeFirst()
      return row && { ...row, change: readJson(row.change) }
    },

    async addItems(rows: readonly ChangedRow[]): Promise<void> {
      for (const some of inSlices(rows)) await query.insertInto('changedItems').values(some).execute()
    },

    items: (changeId: string, after: number, limit: number): Promise<ChangedRow[]> =>
      itemsOf(changeId).where('number', '>', after).orderBy('number').limit(limit).execute(),

    inTurn: (changeId: string): AsyncIterable<{ number: number }> =>
      reader
        .selectFrom('changedItems')
        .select('number')
        .where('changeId', '=', changeId)
        .orderBy('before', (order) => order.asc().nullsFirst())
        .orderBy('itemId')
        .stream(),

    setItems: (rows: readonly (Pick<ChangedRow, 'changeId' | 'number'> & Partial<ChangedRow>)[]): Promise<void> =>
      updateRows(query, 'changedItems', rows, { keys: ['changeId', 'number'], numbers: ['number'] }),

    async count(changeId: string): Promise<number> {
      const counted = reader.selectFrom('changedItems').where('changeId', '=', changeId)
      return (await counted.select(({ fn }) => fn.countAll<number>().as('items')).executeTakeFirstOrThrow()).items
    },

    async forgetSome(changeId: string): Promise<boolean> {
      const some = itemsOf(changeId).clearSelect().select('number').limit(rowsAtOnce)
      const removed = query.deleteFrom('changedItems').where('changeId', '=', changeId).where('number', 'in', some)
      return (await removed.executeTakeFirst()).numDeletedRows > 0n
    },

    async forgetItems(changeId: string, numbers: readonly number[]): Promise<void> {
      await query.deleteFrom('changedItems').where('changeId', '=', changeId).where('number', 'in', numbers).execute()
    },

    async forget(id: string): Promise<void> {
      await query.deleteFrom('itemChanges').where('id', '=', id).execute()
    },

    async olderThan(time: string): Promise<string[]> {
      const rows = query.selectFrom('itemChanges').select('id').where('createdAt', '<', time)
      return (await rows.execute()).map(({ id }) => id)
    },
  }
}

/** The saved fields of an image; undefined when it was not changed, or not yet. */
export function savedStatesOf({
  before: previous,
  after,
}: ChangedRow): { before: SavedState; after: SavedState } | undefined {
  // Before an image is divided, these columns hold its turn and its split.
  if (previous?.startsWith('{') !== true || after?.startsWith('{') !== true) return undefined
  return { before: JSON.parse(previous) as SavedState, after: JSON.parse(after) as SavedState }
}
