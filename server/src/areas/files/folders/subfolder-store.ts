import type { Database } from '#platform/database/database'
import type { FolderRow } from './folder-store.ts'

export type SubfolderStore = ReturnType<typeof createSubfolderStore>

export function createSubfolderStore(database: Database) {
  const reader = database.reader<{ folders: FolderRow }>()
  return {
    list: (parent: number, { offset, limit }: { offset: number; limit: number }) =>
      reader
        .selectFrom('folders')
        .selectAll()
        .where('parent', '=', parent)
        .orderBy('sortKey')
        .orderBy('number')
        .limit(limit)
        .offset(offset)
        .execute(),
    async count(parent: number): Promise<number> {
      const counted = reader.selectFrom('folders').select(({ fn }) => fn.countAll<number>().as('folders'))
      return (await counted.where('parent', '=', parent).executeTakeFirstOrThrow()).folders
    },

    largest: (parent: number, limit: number) =>
      reader
        .selectFrom('folders')
        .select(['name', 'path', 'allFiles', 'allSize'])
        .where('parent', '=', parent)
        .orderBy('allSize', 'desc')
        .orderBy('sortKey')
        .limit(limit)
        .execute(),

    totals: (parent: number) =>
      reader
        .selectFrom('folders')
        .where('parent', '=', parent)
        .select(({ fn, val }) => [
          fn.countAll<number>().as('folders'),
          fn.coalesce(fn.sum<number>('allFiles'), val(0)).as('files'),
          fn.coalesce(fn.sum<number>('allSize'), val(0)).as('bytes'),
        ])
        .executeTakeFirstOrThrow(),
  }
}
