import type { DeletedSpace } from '@vermilion/contract/spaces/deleted'
import type { PageQuery } from '@vermilion/contract/kernel/page'
import type { JsonText } from '#platform/database/columns'
import type { Database } from '#platform/database/database'
import { readPage } from '#platform/database/page'
import type { SpaceRow } from '../store.ts'

export interface DeletedSpaceRow extends Pick<DeletedSpace, 'id' | 'name' | 'deletedAt' | 'deletedBy'> {
  space: JsonText<SpaceRow>
}

const newestFirst = [
  { column: 'deletedAt', direction: 'desc' },
  { column: 'id', direction: 'asc' },
] as const

export function createDeletedSpaceStore(database: Database) {
  type Tables = { deletedSpaces: DeletedSpaceRow }
  const query = database.query<Tables>()
  return {
    byId: (id: string) => query.selectFrom('deletedSpaces').selectAll().where('id', '=', id).executeTakeFirst(),
    page: (pageQuery: PageQuery) =>
      readPage(database.reader<Tables>().selectFrom('deletedSpaces').selectAll(), { ...pageQuery, sort: newestFirst }),
    add: (row: DeletedSpaceRow) => query.insertInto('deletedSpaces').values(row).execute(),
    remove: (id: string) => query.deleteFrom('deletedSpaces').where('id', '=', id).execute(),
    older: (cutoff: string, limit: number) =>
      query
        .selectFrom('deletedSpaces')
        .select(['id', 'name'])
        .where('deletedAt', '<', cutoff)
        .orderBy('deletedAt')
        .limit(limit)
        .execute(),
  }
}
