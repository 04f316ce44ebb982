import { type Kysely, sql } from 'kysely'
import type { Flag } from '#platform/database/columns'
import type { Database } from '#platform/database/database'
import { dialect } from '#platform/database/dialect'

export interface SearchSpaceRow {
  spaceId: string
  version: number
  startedBy: string
  startedAt: string
  updatedAt: string | null
}

export interface ContentRow {
  slot: number
  checksum: string | null
  embedder: string
  readable: Flag
}

interface Tables {
  searchSpaces: SearchSpaceRow
  searchLeftOut: { spaceId: string }
  searchContents: ContentRow
  spaces: { id: string; name: string }
  fileVersions: { spaceId: string; version: number }
}

export type SearchStore = ReturnType<typeof createSearchStore>

export function createSearchStore(database: Database, embedder: () => string) {
  const query = database.query<Tables>()
  const reader = database.reader<Tables>()

  return {
    ...keptSpaces(query),

    /** Free slots. Only one job requests them, and uses them before the next request. */
    async freeSlots(count: number): Promise<number[]> {
      const free = query.selectFrom('searchContents').select('slot').where('checksum', 'is', null).limit(count)
      const slots = (await free.execute()).map(({ slot }) => slot)
      const last = query.selectFrom('searchContents').select(({ fn }) => fn.max('slot').as('slot'))
      const next = ((await last.executeTakeFirst())?.slot ?? -1) + 1
      return [...slots, ...Array.from({ length: count - slots.length }, (_, k) => next + k)]
    },
    put: async (rows: readonly ContentRow[]) => {
      for (const { slot, ...row } of rows) {
        await query
          .insertInto('searchContents')
          .values({ slot, ...row })
          .onConflict((conflict) => conflict.column('slot').doUpdateSet(row))
          .execute()
      }
    },
    free: (slots: readonly number[]) =>
      query.updateTable('searchContents').set({ checksum: null }).where('slot', 'in', dialect.numbers(slots)).execute(),
    freeAll: () => query.deleteFrom('searchContents').execute(),
    foreign: () =>
      query
        .selectFrom('searchContents')
        .select('embedder')
        .where('embedder', '!=', embedder())
        .where('checksum', 'is not', null)
        .limit(1)
        .executeTakeFirst(),
    async vectorSlots(): Promise<number[]> {
      const rows = reader.selectFrom('searchContents').select('slot').where('checksum', 'is not', null)
      return (await rows.where('readable', '=', 1).orderBy('slot').execute()).map(({ slot }) => slot)
    },
    slotOf: (checksum: string) =>
      query
        .selectFrom('searchContents')
        .select('slot')
        .where('checksum', '=', checksum)
        .where('embedder', '=', embedder())
        .where('readable', '=', 1)
        .executeTakeFirst(),
  }
}

function keptSpaces(query: Kysely<Tables>) {
  return {
    kept: () => query.selectFrom('searchSpaces').selectAll().execute(),
    /** Spaces that were removed explicitly: only a request adds them again. */
    leftOut: () => query.selectFrom('searchLeftOut').selectAll().execute(),
    async keep(rows: readonly SearchSpaceRow[]): Promise<void> {
      const ids = rows.map(({ spaceId }) => spaceId)
      await query.deleteFrom('searchLeftOut').where('spaceId', 'in', ids).execute()
      await query
        .insertInto('searchSpaces')
        .values(rows)
        .onConflict((conflict) => conflict.column('spaceId').doNothing())
        .execute()
    },
    async leaveOut(spaceId: string): Promise<void> {
      await query.deleteFrom('searchSpaces').where('spaceId', '=', spaceId).execute()
      const again = query.insertInto('searchLeftOut').values({ spaceId })
      await again.onConflict((conflict) => conflict.column('spaceId').doNothing()).execute()
    },
    spaces: () => query.selectFrom('spaces').select(['id', 'name']).orderBy('name').execute(),
    /** Indexed spaces whose files differ from the index, with their present version; -1 for a missing space. */
    outOfStep: () =>
      query
        .selectFrom('searchSpaces')
        .leftJoin('spaces', 'spaces.id', 'searchSpaces.spaceId')
        .leftJoin('fileVersions', 'fileVersions.spaceId', 'searchSpaces.spaceId')
        .select(['searchSpaces.spaceId', 'searchSpaces.version as since'])
        .select(
          sql<number>`case when "spaces"."id" is null then -2 else coalesce("fileVersions"."version", 0) end`.as(
            'version',
          ),
        )
        .where(sql<boolean>`"searchSpaces"."version" <> case when "spaces"."id" is null then -2
          else coalesce("fileVersions"."version", 0) end`)
        .execute(),
    setVersion: (spaceId: string, version: number, updatedAt: string) =>
      query.updateTable('searchSpaces').set({ version, updatedAt }).where('spaceId', '=', spaceId).execute(),
    startAnew: () => query.updateTable('searchSpaces').set({ version: -1 }).execute(),
  }
}
