import { sql } from 'kysely'
import type { Flag } from '#platform/database/columns'
import type { Database } from '#platform/database/database'

interface Tables {
  searchSpaces: { spaceId: string }
  searchContents: { slot: number; checksum: string | null }
  spaces: { id: string }
  files: { spaceId: string; kind: string; checksum: string | null; examined: Flag; broken: Flag }
}

export type DifferenceStore = ReturnType<typeof createDifferenceStore>

export function createDifferenceStore(database: Database) {
  const reader = database.reader<Tables>()
  const isPresent = sql<boolean>`"files"."checksum" in (select "checksum" from "searchContents" where "checksum" is not null)`
  const keptImages = reader
    .selectFrom('files')
    .innerJoin('spaces', 'spaces.id', 'files.spaceId')
    .innerJoin('searchSpaces', 'searchSpaces.spaceId', 'files.spaceId')
    .where('files.kind', '=', 'image')
    .where('files.examined', '=', 1)
    .where('files.broken', '=', 0)
    .where('files.checksum', 'is not', null)
  const lacking = keptImages.where(({ not }) => not(isPresent))

  return {
    async countLacking(): Promise<number> {
      const counted = lacking.select(sql<number>`count(distinct "files"."checksum")`.as('count'))
      return (await counted.executeTakeFirstOrThrow()).count
    },
    async lacking(after: string, limit: number): Promise<string[]> {
      const contents = lacking.select('files.checksum').distinct().where('files.checksum', '>', after)
      const rows = await contents.orderBy('files.checksum').limit(limit).execute()
      return rows.flatMap(({ checksum }) => checksum ?? [])
    },
    superfluous: (limit: number) =>
      reader
        .selectFrom('searchContents')
        .select('slot')
        .where('checksum', 'is not', null)
        .where(
          sql<boolean>`not exists (select 1 from "files" join "spaces" on "spaces"."id" = "files"."spaceId"
            join "searchSpaces" on "searchSpaces"."spaceId" = "files"."spaceId"
            where "files"."checksum" = "searchContents"."checksum" and "files"."kind" = 'image')`,
        )
        .limit(limit)
        .execute(),
  }
}
