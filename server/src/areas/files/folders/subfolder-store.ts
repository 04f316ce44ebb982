import type { Database } from '#platform/database/database'
import type { FolderRow } from './folder-store.ts'

export type SubfolderStore = ReturnType<typeof createSubfolderStore>

/** Rows of the folders directly in one, by the number of that. No rules here. */
export function createSubfolderStore(database: Database) {
  const reader = database.reader<{ folders: FolderRow }>()
  return {
    /** Folders directly in one, in the order of lists. */
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

    /** Folders directly in one that hold most bytes. */
    largest: (parent: number, limit: number) =>
      reader
        .selectFrom('folders')
        .select(['name', 'path', 'allFiles', 'allSize'])
        .where('parent', '=', parent)
        .orderBy('allSize', 'desc')
        .orderBy('sortKey')
        .limit(limit)
        .execute(),

    /** What all folders directly in one hold together. */
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
