import { fileName, folderOf } from '@vermilion/contract/paths'
import { sql, type Generated } from 'kysely'
import { increments } from '#platform/database/columns'
import type { Database } from '#platform/database/database'
import { dialect } from '#platform/database/dialect'
import { prepareQuery, type PlaceholderOf } from '#platform/database/prepared-query'
import { sortKey } from '../storing/sort-key.ts'

export interface FolderRow {
  number: Generated<number>
  spaceId: string
  /** Empty for the root. */
  path: string
  /** Null for the root. */
  parent: number | null
  name: string
  sortKey: string
  fileCount: number
  totalSize: number
  allFiles: number
  allSize: number
  createdAt: string
  updatedAt: string
}

interface Added {
  readonly files: number
  readonly bytes: number
}

export type FolderStore = ReturnType<typeof createFolderStore>

/** An empty folder stays until it is deleted explicitly. */
export function createFolderStore(database: Database) {
  const query = database.query<{ folders: FolderRow }>()
  const reader = database.reader<{ folders: FolderRow }>()
  const byPath = prepareQuery(query, (from, placeholder: PlaceholderOf<{ spaceId: string; path: string }>) =>
    from
      .selectFrom('folders')
      .selectAll()
      .where('spaceId', '=', placeholder('spaceId'))
      .where('path', '=', placeholder('path')),
  )

  const numberOf = async (spaceId: string, path: string): Promise<number | undefined> => {
    const row = query.selectFrom('folders').select('number').where('spaceId', '=', spaceId).where('path', '=', path)
    return (await row.executeTakeFirst())?.number
  }

  /** The number of a folder, creating it with its ancestors if necessary. Inside a transaction. */
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
    atPaths: (spaceId: string, paths: readonly string[]) =>
      reader
        .selectFrom('folders')
        .select(['path', 'number'])
        .where('spaceId', '=', spaceId)
        .where('path', 'in', dialect.texts(paths))
        .execute(),
    byPath: async (spaceId: string, path: string) => (await byPath({ spaceId, path }))[0],

    /** Called in the transaction that adds or removes files directly in a folder. */
    async addToCounters(spaceId: string, path: string, { files, bytes }: Added, now: string): Promise<void> {
      const here = (by: number) => sql`case when "path" = ${path} then ${by} else 0 end`
      await query
        .updateTable('folders')
        .set({
          ...increments({ allFiles: files, allSize: bytes }),
          fileCount: sql`"fileCount" + ${here(files)}`,
          totalSize: sql`"totalSize" + ${here(bytes)}`,
          updatedAt: now,
        })
        .where('spaceId', '=', spaceId)
        .where('path', 'in', pathAndAncestors(path))
        .execute()
    },

    below: (spaceId: string, folder: string, after: string, limit: number) =>
      query
        .selectFrom('folders')
        .select('path')
        .where('spaceId', '=', spaceId)
        .where('path', '>', after)
        .where('path', '<', `${folder}0`)
        .orderBy('path')
        .limit(limit)
        .execute(),

    async removeEmpty(spaceId: string, folder: string, limit: number): Promise<number> {
      const empty = query
        .selectFrom('folders')
        .select('number')
        .where('spaceId', '=', spaceId)
        .where((row) =>
          row.or([row('path', '=', folder), row.and([row('path', '>', `${folder}/`), row('path', '<', `${folder}0`)])]),
        )
        .where('allFiles', '=', 0)
        .limit(limit)
      const removed = query.deleteFrom('folders').where('number', 'in', empty)
      return Number((await removed.executeTakeFirst()).numDeletedRows)
    },

    async removeBatch(spaceId: string, limit: number): Promise<number> {
      const some = query.selectFrom('folders').select('number').where('spaceId', '=', spaceId).limit(limit)
      return Number((await query.deleteFrom('folders').where('number', 'in', some).executeTakeFirst()).numDeletedRows)
    },
  }
}

export function pathAndAncestors(path: string): string[] {
  const paths = ['']
  for (let at = path; at !== ''; at = folderOf(at)) paths.push(at)
  return paths
}
