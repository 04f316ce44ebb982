import { fileName, folderOf } from '@vermilion/contract/paths'
import type { Generated } from 'kysely'
import { sql } from 'kysely'
import type { Database } from '#platform/database/database'
import { sortKey } from '../sort-key.ts'

export interface FolderRow {
  number: Generated<number>
  spaceId: string
  /** Empty for the space's own folder. */
  path: string
  /** Number of the folder that it lies in; null for the space's own. */
  parent: number | null
  name: string
  sortKey: string
  /** Directly in it, and with everything below. */
  fileCount: number
  totalSize: number
  allFiles: number
  allSize: number
  createdAt: string
  updatedAt: string
}

interface FolderTables {
  folders: FolderRow
}

export type FolderStore = ReturnType<typeof createFolderStore>

/** Rows of folders. A folder stays when its last file goes; who deletes a folder removes its row. No rules here. */
// oxlint-disable-next-line max-lines-per-function -- a maker, whose functions share the state that it holds
export function createFolderStore(database: Database) {
  const query = database.query<FolderTables>()
  const reader = database.reader<FolderTables>()

  const numberOf = async (spaceId: string, path: string): Promise<number | undefined> => {
    const row = query.selectFrom('folders').select('number').where('spaceId', '=', spaceId).where('path', '=', path)
    return (await row.executeTakeFirst())?.number
  }

  /** The number of a folder, made with those it lies in where they are not there. Inside a transaction. */
  async function ensureFolder(spaceId: string, path: string, now: string): Promise<number> {
    const existing = await numberOf(spaceId, path)
    if (existing !== undefined) return existing
    const parent = path === '' ? null : await ensureFolder(spaceId, folderOf(path), now)
    const counters = { fileCount: 0, totalSize: 0, allFiles: 0, allSize: 0 }
    const row = { spaceId, path, parent, name: fileName(path), sortKey: sortKey(path) }
    const added = query.insertInto('folders').values({ ...row, ...counters, createdAt: now, updatedAt: now })
    return (await added.returning('number').executeTakeFirstOrThrow()).number
  }

  return {
    numberOf,
    ensure: ensureFolder,
    /** Those of these paths, of which there are at most some hundreds, that are folders. */
    atPaths: (spaceId: string, paths: readonly string[]) =>
      reader.selectFrom('folders').select('path').where('spaceId', '=', spaceId).where('path', 'in', paths).execute(),
    byPath: (spaceId: string, path: string) =>
      query
        .selectFrom('folders')
        .selectAll()
        .where('spaceId', '=', spaceId)
        .where('path', '=', path)
        .executeTakeFirst(),

    /** Called in the transaction that adds or removes files that lie directly in a folder. */
    async addToCounters(
      spaceId: string,
      path: string,
      { files, bytes }: { files: number; bytes: number },
      now: string,
    ) {
      const increasedBy = (column: string, by: number) => sql<number>`${sql.ref(column)} + ${by}`
      await query
        .updateTable('folders')
        .set({ allFiles: increasedBy('allFiles', files), allSize: increasedBy('allSize', bytes), updatedAt: now })
        .where('spaceId', '=', spaceId)
        .where('path', 'in', pathAndAncestors(path))
        .execute()
      await query
        .updateTable('folders')
        .set({ fileCount: increasedBy('fileCount', files), totalSize: increasedBy('totalSize', bytes) })
        .where('spaceId', '=', spaceId)
        .where('path', '=', path)
        .execute()
    },

    /** Folders directly in one, in the order of lists. */
    children: (parent: number, { offset, limit }: { offset: number; limit: number }) =>
      reader
        .selectFrom('folders')
        .selectAll()
        .where('parent', '=', parent)
        .orderBy('sortKey')
        .orderBy('number')
        .limit(limit)
        .offset(offset)
        .execute(),
    async childCount(parent: number): Promise<number> {
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
    childTotals: (parent: number) =>
      reader
        .selectFrom('folders')
        .where('parent', '=', parent)
        .select(({ fn, val }) => [
          fn.countAll<number>().as('folders'),
          fn.coalesce(fn.sum<number>('allFiles'), val(0)).as('files'),
          fn.coalesce(fn.sum<number>('allSize'), val(0)).as('bytes'),
        ])
        .executeTakeFirstOrThrow(),

    async removeBatch(spaceId: string, limit: number): Promise<number> {
      const some = query.selectFrom('folders').select('number').where('spaceId', '=', spaceId).limit(limit)
      return Number((await query.deleteFrom('folders').where('number', 'in', some).executeTakeFirst()).numDeletedRows)
    },
  }
}

/** A folder and all that it lies in: `a/b` → `a/b`, `a`, and the space's own. */
export function pathAndAncestors(path: string): string[] {
  const paths = ['']
  for (let at = path; at !== ''; at = folderOf(at)) paths.push(at)
  return paths
}
