import type { FileFilter } from '@vermilion/contract/files'
import { sql } from 'kysely'
import type { Database } from '#platform/database/database'
import { dialect } from '#platform/database/dialect'
import type { FolderStore } from '../folders/folder-store.ts'
import { conditionsOf } from '../listing/search/conditions.ts'
import { scopeOf } from '../listing/scope.ts'
import type { FileTable } from '../store.ts'

export type SelectionStore = ReturnType<typeof createSelectionStore>

/** Each batch by a key that later changes do not disturb. */
export function createSelectionStore(database: Database, folders: Pick<FolderStore, 'byPath'>) {
  const query = database.query<{ files: FileTable }>()
  const reader = database.reader<{ files: FileTable }>()
  return {
    byIds: (spaceId: string, ids: readonly string[], until: number) =>
      query
        .selectFrom('files')
        .selectAll()
        .where('spaceId', '=', spaceId)
        .where('id', 'in', ids)
        .where('number', '<=', until)
        .execute(),

    below: (spaceId: string, { folder, after, until, limit }: BatchQuery & { folder: string; after: string }) =>
      query
        .selectFrom('files')
        .selectAll()
        .where('spaceId', '=', spaceId)
        .where('path', '>', after)
        .where('path', '<', `${folder}0`)
        .where('number', '<=', until)
        .orderBy('path')
        .limit(limit)
        .execute(),

    async matching(
      spaceId: string,
      { filter, after, until, limit }: BatchQuery & { filter: FileFilter; after: number },
    ) {
      const { conditions } = await scopeOf(folders, spaceId, filter)
      let rows = reader.selectFrom('files').selectAll('files').orderBy('files.number').limit(limit)
      for (const condition of [...conditions, ...conditionsOf(filter)]) rows = rows.where(condition)
      return rows.where('files.number', '>', after).where('files.number', '<=', until).execute()
    },

    countBelow: (spaceId: string, folder: string, until: number): Promise<Sum> =>
      reader
        .selectFrom('files')
        .select(sum)
        .where('spaceId', '=', spaceId)
        .where('path', '>', `${folder}/`)
        .where('path', '<', `${folder}0`)
        .where('number', '<=', until)
        .executeTakeFirstOrThrow(),

    async countMatching(
      spaceId: string,
      { filter, except, until }: { filter: FileFilter; except: readonly string[]; until: number },
    ): Promise<Sum> {
      const { conditions } = await scopeOf(folders, spaceId, filter)
      let rows = reader.selectFrom('files').select(sum).where('files.number', '<=', until)
      for (const condition of [...conditions, ...conditionsOf(filter)]) rows = rows.where(condition)
      if (except.length > 0) rows = rows.where('files.id', 'not in', dialect.texts(except))
      return rows.executeTakeFirstOrThrow()
    },

    async lastNumber(): Promise<number> {
      const last = query.selectFrom('files').select('number').orderBy('number', 'desc').limit(1)
      return (await last.executeTakeFirst())?.number ?? 0
    },
  }
}

export interface Sum {
  readonly files: number
  readonly bytes: number
}

const sum = [
  sql<number>`count(*)`.as('files'),
  sql<number>`coalesce(sum(${sql.ref('files.size')}), 0)`.as('bytes'),
] as const

interface BatchQuery {
  readonly until: number
  readonly limit: number
}
