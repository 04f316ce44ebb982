import type { Database } from '#platform/database/database'
import { prepareQuery, type PlaceholderOf } from '#platform/database/prepared-query'

const attempts = 3

export type Versions = ReturnType<typeof createVersions>

export function createVersions(database: Database) {
  const query = database.query<{ fileVersions: { spaceId: string; version: number; changes: string } }>()
  const rowOf = prepareQuery(query, (from, placeholder: PlaceholderOf<{ spaceId: string }>) =>
    from.selectFrom('fileVersions').select('version').where('spaceId', '=', placeholder('spaceId')),
  )
  const of = async (spaceId: string): Promise<number> => (await rowOf({ spaceId }))[0]?.version ?? 0

  return {
    of,

    /** Numbers of files changed between two versions; undefined when no longer recorded. */
    async changesBetween(spaceId: string, from: number, until: number): Promise<readonly number[] | undefined> {
      const versions = query.selectFrom('fileVersions').selectAll().where('spaceId', '=', spaceId)
      const row = await versions.executeTakeFirst()
      if (row === undefined || until > row.version) return undefined
      // One for each version, newest first, each after a comma. The last one may be truncated.
      const numbers = row.changes.split(',').slice(1, row.changes.length < maximumChanges ? undefined : -1)
      const changes = numbers.slice(row.version - until, row.version - from)
      return changes.length === until - from ? [...new Set(changes.map(Number))] : undefined
    },

    /** Undefined when every attempt saw a change. */
    async unchanged<Result>(spaceId: string, work: (version: number) => Promise<Result>): Promise<Result | undefined> {
      for (let attempt = 0; attempt < attempts; attempt++) {
        const version = await of(spaceId)
        const result = await work(version)
        if ((await of(spaceId)) === version) return result
      }
      return undefined
    },
  }
}

/** The length to which the triggers truncate the text (`migrations/0001-baseline/triggers/file-names.ts`). */
const maximumChanges = 128
