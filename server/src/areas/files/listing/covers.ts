import { sql } from 'kysely'
import type { Database } from '#platform/database/database'
import { dialect } from '#platform/database/dialect'
import { valuesOf } from '#platform/database/values'

const maxCovers = 4

/** The first pictures of spaces, by space id; one index lookup each, whatever the size of the space. */
export function createCovers(database: Database) {
  return async (spaceIds: readonly string[]): Promise<ReadonlyMap<string, string[]>> => {
    const spaces = valuesOf(
      spaceIds.map((spaceId) => ({ spaceId })),
      ['spaceId'],
    )
    const isPicture = sql`"first"."spaceId" = "listed"."spaceId" and "first"."kind" = 'image'`
    const files = dialect.joinFirst('files', { alias: 'files', where: isPicture, orderBy: 'number', limit: maxCovers })
    const { rows } = await sql<{ spaceId: string; id: string }>`
      with "listed" ("spaceId") as ${spaces}
      select "files"."spaceId", "files"."id" from "listed" ${files}
      order by "files"."number"`.execute(database.query())
    const covers = Map.groupBy(rows, ({ spaceId }) => spaceId)
    return new Map([...covers].map(([spaceId, files]) => [spaceId, files.map(({ id }) => id)]))
  }
}
