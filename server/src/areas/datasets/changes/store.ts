import type { ItemChange } from '@vermilion/contract/datasets/changes'
import { readJson, writeJson, type JsonText } from '#platform/database/columns'
import type { Database } from '#platform/database/database'
import type { SavedState } from './kinds.ts'

export interface StoredChange {
  id: string
  datasetId: string
  change: ItemChange
  startedBy: string
  createdAt: string
}

/** One image of a change. Before it is done, `before` may say in which turn it is divided, and `after` what it gets. */
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

/** What was done to many images, and what was there before. No rules here. */
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
      for (let at = 0; at < rows.length; at += rowsAtOnce) {
        await query
          .insertInto('changedItems')
          .values(rows.slice(at, at + rowsAtOnce))
          .execute()
      }
    },

    items: (changeId: string, after: number, limit: number): Promise<ChangedRow[]> =>
      itemsOf(changeId).where('number', '>', after).orderBy('number').limit(limit).execute(),

    /** All images that wait for their turn, in turn. */
    inTurn: (changeId: string): AsyncIterable<{ number: number }> =>
      reader
        .selectFrom('changedItems')
        .select('number')
        .where('changeId', '=', changeId)
        .orderBy('before')
        .orderBy('itemId')
        .stream(),

    async setItem(
      { changeId, number }: Pick<ChangedRow, 'changeId' | 'number'>,
      change: Partial<Pick<ChangedRow, 'before' | 'after'>>,
    ): Promise<void> {
      await query
        .updateTable('changedItems')
        .set(change)
        .where('changeId', '=', changeId)
        .where('number', '=', number)
        .execute()
    },

    async count(changeId: string): Promise<number> {
      const counted = reader.selectFrom('changedItems').where('changeId', '=', changeId)
      return (await counted.select(({ fn }) => fn.countAll<number>().as('items')).executeTakeFirstOrThrow()).items
    },

    /** Forgets some of the images of a change; false where there was none. */
    async forgetSome(changeId: string): Promise<boolean> {
      const some = itemsOf(changeId).clearSelect().select('number').limit(rowsAtOnce)
      const removed = query.deleteFrom('changedItems').where('changeId', '=', changeId).where('number', 'in', some)
      return (await removed.executeTakeFirst()).numDeletedRows > 0n
    },

    /** Forgets some images of a change. */
    async forgetItems(changeId: string, numbers: readonly number[]): Promise<void> {
      await query
        .deleteFrom('changedItems')
        .where('changeId', '=', changeId)
        .where('number', 'in', [...numbers])
        .execute()
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

/** What a change kept of an image; undefined where it has not come to it, or left it as it was. */
export function savedStatesOf({
  before: previous,
  after,
}: ChangedRow): { before: SavedState; after: SavedState } | undefined {
  // Before it is done, an image of a ratio has its turn and its split there.
  if (previous?.startsWith('{') !== true || after?.startsWith('{') !== true) return undefined
  return { before: JSON.parse(previous) as SavedState, after: JSON.parse(after) as SavedState }
}
