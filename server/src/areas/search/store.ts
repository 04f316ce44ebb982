import { type Kysely, sql } from 'kysely'
import type { Flag } from '#platform/database/columns'
import type { Database } from '#platform/database/database'

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

/** Rows of the index: kept spaces, and contents by their slots. No rules here. */
export function createSearchStore(database: Database, embedder: () => string) {
  const query = database.query<Tables>()
  const reader = database.reader<Tables>()

  return {
    ...keptSpaces(query),

    /** So many slots that no content has. Only one job asks, and adds them before it asks again. */
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
      query
        .updateTable('searchContents')
        .set({ checksum: null })
        .where(sql<boolean>`"slot" in (select value from json_each(${JSON.stringify(slots)}))`)
        .execute(),
    freeAll: () => query.deleteFrom('searchContents').execute(),
    /** A content that another embedder, or another version of it, made a vector of. */
    foreign: () =>
      query
        .selectFrom('searchContents')
        .select('embedder')
        .where('embedder', '!=', embedder())
        .where('checksum', 'is not', null)
        .limit(1)
        .executeTakeFirst(),
    /** Slots that are to have a vector, in their order. */
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

/** Which spaces are kept in the index, and how far. */
function keptSpaces(query: Kysely<Tables>) {
  return {
    kept: () => query.selectFrom('searchSpaces').selectAll().execute(),
    /** Those that somebody took out: they come in again only when somebody asks for it. */
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
    /** Kept spaces with other files than the index has, and how those stand; -1 for a space that is not there. */
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
