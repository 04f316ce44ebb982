import type { ItemFilter } from '@vermilion/contract/datasets/items'
import type { Updateable } from 'kysely'
import { sortKey } from '#areas/files'
import { inSlices } from '#platform/database/columns'
import type { Database } from '#platform/database/database'
import { placeholders, prepareWrite } from '#platform/database/prepared-query'
import { updateRows } from '#platform/database/update-rows'
import { createContents } from './contents.ts'
import { fits } from './item-filter.ts'
import { rowOf, storedOf, type StoredItem } from './item-row.ts'
import { isLiving } from '../trash/living.ts'
import type { DatasetTables, ItemRow } from '../catalogue/tables.ts'

type ItemUpdate = Omit<Updateable<ItemRow>, 'id' | 'datasetId' | 'place'>

const numberColumns = ['annotationCount', 'revision', 'findings'] as const

/** The sort key of a dataset's images: natural order of paths, unique for each path. */
export function sortKeyOf(path: string): string {
  return `${sortKey(path)}\u0001${path}`
}

export function createItemStore({ database }: { database: Database }) {
  const query = database.query<DatasetTables>()
  const compareContents = createContents(database)
  async function compareAll(items: readonly StoredItem[]): Promise<void> {
    for (const [datasetId, some] of Map.groupBy(items, (item) => item.datasetId)) {
      const checksums = some.map(({ checksum }) => checksum)
      await compareContents(datasetId, checksums)
    }
  }
  const update = createUpdate(database)

  return {
    ...itemsOfFiles(database, compareContents),

    ...itemLookups(database),

    async insert(items: readonly StoredItem[]): Promise<number> {
      let inserted = 0
      for (const some of inSlices(items)) {
        const result = await query
          .insertInto('datasetItems')
          .values(some.map(rowOf))
          .onConflict((conflict) => conflict.columns(['datasetId', 'place']).doNothing())
          .executeTakeFirst()
        inserted += Number(result.numInsertedOrUpdatedRows ?? 0)
      }
      await compareAll(items)
      return inserted
    },

    /** Removes images with their shapes, whose counts must have been removed before. */
    async removeAll(removed: readonly StoredItem[]): Promise<void> {
      const ids = removed.map(({ id }) => id)
      for (const some of inSlices(ids)) await query.deleteFrom('datasetItems').where('id', 'in', some).execute()
      await compareAll(removed)
    },

    update,

    async updateAll(rows: readonly ({ id: string } & ItemUpdate)[]): Promise<void> {
      const [{ id, ...only } = { id: '' }] = rows
      if (rows.length === 1) await update(id, only)
      else await updateRows(query, 'datasetItems', rows, { keys: ['id'], numbers: numberColumns })
    },
  }
}

function createUpdate(database: Database) {
  const prepared = new Map<string, (values: Record<string, unknown>) => Promise<void>>()
  return async (id: string, change: ItemUpdate): Promise<void> => {
    const columns = Object.keys(change).filter((name) => change[name as keyof typeof change] !== undefined)
    const update =
      prepared.get(columns.join()) ??
      prepareWrite<Record<string, unknown>>(database, (placeholder) =>
        database
          .query<DatasetTables>()
          .updateTable('datasetItems')
          .set(placeholders(placeholder, columns))
          .where('id', '=', placeholder('id') as string),
      )
    prepared.set(columns.join(), update)
    await update({ ...change, id })
  }
}

function itemsOfFiles(database: Database, compareContents: ReturnType<typeof createContents>) {
  const query = database.query<DatasetTables>()
  const reader = database.reader<DatasetTables>()

  return {
    /** Returns the datasets that have images of the files. */
    async updateFiles(
      fileIds: readonly string[],
      change: Partial<Pick<ItemRow, 'available' | 'spaceId'>>,
    ): Promise<string[]> {
      if (fileIds.length === 0) return []
      const rows = query.updateTable('datasetItems').set(change).where('fileId', 'in', fileIds).returning('datasetId')
      return [...new Set((await rows.execute()).map(({ datasetId }) => datasetId))]
    },

    ofSpace: (spaceId: string) =>
      reader
        .selectFrom('datasetItems')
        .innerJoin('datasets', 'datasets.id', 'datasetItems.datasetId')
        .select(({ fn }) => ['datasets.id', 'datasets.name', fn.countAll<number>().as('images')])
        .where('datasetItems.spaceId', '=', spaceId)
        .where(isLiving)
        .groupBy('datasets.id')
        .orderBy('datasets.name')
        .execute(),

    /** Images by their file. */
    async byFiles(datasetId: string, fileIds: readonly string[]): Promise<Map<string, StoredItem>> {
      const rows = query.selectFrom('datasetItems').selectAll().where('datasetId', '=', datasetId)
      const itemRows = await rows.where('fileId', 'in', fileIds).execute()
      return new Map(itemRows.map((row) => [row.fileId, storedOf(row)]))
    },

    availableOfFiles: (fileIds: readonly string[]) =>
      query
        .selectFrom('datasetItems')
        .select(['datasetId', 'spaceId'])
        .where('fileId', 'in', fileIds)
        .where('available', '=', 1)
        .execute(),

    async showing(fileId: string): Promise<StoredItem[]> {
      const rows = query.selectFrom('datasetItems').selectAll().where('fileId', '=', fileId)
      return (await rows.execute()).map(storedOf)
    },

    async followFile(fileId: string, content: Pick<ItemRow, 'checksum' | 'width' | 'height'>): Promise<string[]> {
      const showing = query.selectFrom('datasetItems').select(['datasetId', 'checksum']).where('fileId', '=', fileId)
      const rows = await showing.execute()
      await query.updateTable('datasetItems').set(content).where('fileId', '=', fileId).execute()
      for (const { datasetId, checksum } of rows) await compareContents(datasetId, [checksum, content.checksum])
      return [...new Set(rows.map(({ datasetId }) => datasetId))]
    },
  }
}

function itemLookups(database: Database) {
  const query = database.query<DatasetTables>()
  const reader = database.reader<DatasetTables>()

  return {
    async find(id: string): Promise<StoredItem | undefined> {
      const row = await query.selectFrom('datasetItems').selectAll().where('id', '=', id).executeTakeFirst()
      return row && storedOf(row)
    },

    /** Undefined also where its dataset lies in the trash. */
    async findLiving(id: string): Promise<StoredItem | undefined> {
      const rows = query.selectFrom('datasetItems').innerJoin('datasets', 'datasets.id', 'datasetItems.datasetId')
      const row = rows.selectAll('datasetItems').where('datasetItems.id', '=', id).where(isLiving)
      const living = await row.executeTakeFirst()
      return living && storedOf(living)
    },

    async atSortKey(datasetId: string, sortKey: string): Promise<StoredItem | undefined> {
      return (await this.atSortKeys(datasetId, [sortKey])).get(sortKey)
    },

    async numberOf(id: string): Promise<number> {
      const row = query.selectFrom('datasetItems').select('number').where('id', '=', id)
      return (await row.executeTakeFirst())?.number ?? 0
    },

    async *paths(datasetId: string): AsyncGenerator<string> {
      const rows = reader.selectFrom('datasetItems').select('path').where('datasetId', '=', datasetId).stream()
      for await (const { path } of rows) yield path
    },

    async batch(datasetId: string, after: string, limit: number, filter: ItemFilter = {}): Promise<StoredItem[]> {
      const rows = await reader
        .selectFrom('datasetItems')
        .selectAll()
        .where('datasetId', '=', datasetId)
        .where('place', '>', after)
        .where(fits(filter))
        .orderBy('place')
        .limit(limit)
        .execute()
      return rows.map(storedOf)
    },

    /** Yields the images that match, by sort key, in batches of `limit`. */
    async *batches(datasetId: string, limit: number, filter: ItemFilter = {}, from = ''): AsyncGenerator<StoredItem[]> {
      for (let after: string | undefined = from; after !== undefined;) {
        const batch: StoredItem[] = await this.batch(datasetId, after, limit, filter)
        if (batch.length > 0) yield batch
        after = batch.length < limit ? undefined : batch.at(-1)?.place
      }
    },

    async ofIds(ids: readonly string[]): Promise<Map<string, StoredItem>> {
      const rows = await query.selectFrom('datasetItems').selectAll().where('id', 'in', ids).execute()
      return new Map(rows.map((row) => [row.id, storedOf(row)]))
    },

    async ofChecksums(datasetId: string, checksums: readonly string[]): Promise<StoredItem[]> {
      if (checksums.length === 0) return []
      const rows = query.selectFrom('datasetItems').selectAll().where('datasetId', '=', datasetId)
      return (await rows.where('checksum', 'in', checksums).orderBy('place').execute()).map(storedOf)
    },

    async atSortKeys(datasetId: string, sortKeys: readonly string[]): Promise<Map<string, StoredItem>> {
      const rows = query.selectFrom('datasetItems').selectAll().where('datasetId', '=', datasetId)
      const itemRows = await rows.where('place', 'in', sortKeys).execute()
      return new Map(itemRows.map((row) => [row.place, storedOf(row)]))
    },

    async byIds(ids: readonly string[]): Promise<StoredItem[]> {
      return (await reader.selectFrom('datasetItems').selectAll().where('id', 'in', ids).execute()).map(storedOf)
    },

    async labelsOf(ids: readonly string[]): Promise<Map<string, string>> {
      const rows = reader.selectFrom('datasetItems').select(['id', 'labels'])
      return new Map((await rows.where('id', 'in', ids).execute()).map(({ id, labels }) => [id, labels]))
    },
  }
}

export type ItemStore = ReturnType<typeof createItemStore>
