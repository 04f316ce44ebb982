import type { CollectionRun, CollectionSchedule, DeviceCollection } from '@vermilion/contract/devices/collections'
import type { Text } from '@vermilion/contract/kernel/text'
import { type Flag, type JsonText, readJson } from '#platform/database/columns'
import type { Database } from '#platform/database/database'

export interface CollectionRow extends Omit<
  DeviceCollection,
  'spaceName' | 'schedule' | 'removeAfter' | 'isPaused' | 'lastRun'
> {
  schedule: JsonText<CollectionSchedule>
  removeAfter: Flag
  isPaused: Flag
}

export interface CollectionRunRow extends Omit<CollectionRun, 'problems' | 'error'> {
  collectionId: string
  account: string | null
  problems: JsonText<CollectionRun['problems']>
  error: JsonText<Text> | null
}

export interface CollectedFileRow {
  collectionId: string
  path: string
  size: number
  modifiedAt: number
}

interface Tables {
  deviceCollections: CollectionRow
  deviceCollectionRuns: CollectionRunRow
  collectedFiles: CollectedFileRow
}

export const toRun = ({ collectionId: _collection, account: _account, ...row }: CollectionRunRow): CollectionRun => ({
  ...row,
  problems: readJson(row.problems),
  error: row.error === null ? null : readJson(row.error),
})

const queryOf = (database: Database) => database.query<Tables>()

const maxRuns = 100

export type CollectionStore = ReturnType<typeof createCollectionStore>

export function createCollectionStore(database: Database) {
  const query = queryOf(database)
  return {
    byId: (id: string) => query.selectFrom('deviceCollections').selectAll().where('id', '=', id).executeTakeFirst(),
    ofDevice: (deviceId: string) =>
      query
        .selectFrom('deviceCollections')
        .selectAll()
        .where('deviceId', '=', deviceId)
        .orderBy('createdAt', 'desc')
        .limit(200)
        .execute(),
    due: (now: string) =>
      query
        .selectFrom('deviceCollections')
        .selectAll()
        .where('nextRunAt', '<=', now)
        .where('isPaused', '=', 0)
        .limit(200)
        .execute(),
    add: (row: CollectionRow) => query.insertInto('deviceCollections').values(row).execute(),
    /** Columns that are undefined stay as they are. */
    update: (id: string, set: { [Column in keyof CollectionRow]?: CollectionRow[Column] | undefined }) =>
      query.updateTable('deviceCollections').set(set).where('id', '=', id).execute(),
    async remove(id: string): Promise<void> {
      await query.deleteFrom('collectedFiles').where('collectionId', '=', id).execute()
      await query.deleteFrom('deviceCollectionRuns').where('collectionId', '=', id).execute()
      await query.deleteFrom('deviceCollections').where('id', '=', id).execute()
    },

    run: (id: string) => query.selectFrom('deviceCollectionRuns').selectAll().where('id', '=', id).executeTakeFirst(),
    runs: (collectionId: string, limit = maxRuns) =>
      query
        .selectFrom('deviceCollectionRuns')
        .selectAll()
        .where('collectionId', '=', collectionId)
        .orderBy('startedAt', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .execute(),
    waitingRuns: () =>
      query
        .selectFrom('deviceCollectionRuns')
        .innerJoin('deviceCollections', 'deviceCollections.id', 'deviceCollectionRuns.collectionId')
        .select(['deviceCollectionRuns.id', 'deviceCollections.deviceId'])
        .where('state', '=', 'waiting')
        .execute(),
    async addRun(row: CollectionRunRow): Promise<void> {
      await query.insertInto('deviceCollectionRuns').values(row).execute()
      const retained = query
        .selectFrom('deviceCollectionRuns')
        .select('id')
        .where('collectionId', '=', row.collectionId)
        .orderBy('startedAt', 'desc')
        .orderBy('id', 'desc')
        .limit(maxRuns)
      await query
        .deleteFrom('deviceCollectionRuns')
        .where('collectionId', '=', row.collectionId)
        .where('id', 'not in', retained)
        .execute()
    },
    updateRun: (id: string, set: Partial<CollectionRunRow>) =>
      query.updateTable('deviceCollectionRuns').set(set).where('id', '=', id).execute(),
    ...collectedFileStore(query),
  }
}

const collectedFileStore = (query: ReturnType<typeof queryOf>) => ({
  collected: (collectionId: string, paths: readonly string[]) =>
    query
      .selectFrom('collectedFiles')
      .selectAll()
      .where('collectionId', '=', collectionId)
      .where('path', 'in', paths)
      .execute(),
  async addCollected(rows: readonly CollectedFileRow[]): Promise<void> {
    if (rows.length === 0) return
    await query
      .insertInto('collectedFiles')
      .values(rows)
      .onConflict((conflict) =>
        conflict.columns(['collectionId', 'path']).doUpdateSet(({ ref }) => ({
          size: ref('excluded.size'),
          modifiedAt: ref('excluded.modifiedAt'),
        })),
      )
      .execute()
  },
  forgetCollected: (collectionId: string) =>
    query.deleteFrom('collectedFiles').where('collectionId', '=', collectionId).execute(),
})
