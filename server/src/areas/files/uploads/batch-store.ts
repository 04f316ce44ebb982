import type { UploadReport } from '@vermilion/contract/files'
import type { Database } from '#platform/database/database'

export interface BatchRow extends Omit<UploadReport, 'state'> {
  id: string
  owner: string
  spaceName: string
  state: UploadReport['state'] | 'stopped'
  startedAt: string
  updatedAt: string
  endedAt: string | null
}

export function createBatchStore(database: Database) {
  const query = database.query<{ uploadBatches: BatchRow }>()
  const update = (id: string, set: Partial<BatchRow>) =>
    query.updateTable('uploadBatches').set(set).where('id', '=', id)

  return {
    find: (id: string) => query.selectFrom('uploadBatches').selectAll().where('id', '=', id).executeTakeFirst(),
    add: (row: BatchRow) => query.insertInto('uploadBatches').values(row).execute(),
    update: (id: string, set: Partial<BatchRow>) => update(id, set).execute(),
    updateUnlessEnded: (id: string, set: Partial<BatchRow>) => update(id, set).where('endedAt', 'is', null).execute(),
    remove: (id: string) => query.deleteFrom('uploadBatches').where('id', '=', id).execute(),
    removeBefore: (updatedAt: string) => query.deleteFrom('uploadBatches').where('updatedAt', '<', updatedAt).execute(),

    recent: (owner: string, since: string) =>
      query
        .selectFrom('uploadBatches')
        .selectAll()
        .where('owner', '=', owner)
        .where('updatedAt', '>', since)
        .orderBy('updatedAt', 'desc')
        .limit(50)
        .execute(),

    interrupted: (owner: string, spaceId: string, silentSince: string) =>
      query
        .selectFrom('uploadBatches')
        .select('id')
        .where('owner', '=', owner)
        .where('spaceId', '=', spaceId)
        .where((row) =>
          row.or([
            row('state', '=', 'interrupted'),
            row.and([row('state', '=', 'sending'), row('updatedAt', '<', silentSince)]),
          ]),
        )
        .execute(),
  }
}
