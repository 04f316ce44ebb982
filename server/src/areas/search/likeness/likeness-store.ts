import type { ItemStatus } from '@vermilion/contract/datasets/items'
import type { splits } from '@vermilion/contract/datasets/kinds'
import { sql } from 'kysely'
import type { Flag } from '#platform/database/columns'
import type { Database } from '#platform/database/database'
import { dialect } from '#platform/database/dialect'

export interface LikenessRow {
  datasetId: string
  startedBy: string
  signature: string
  file: string | null
  contents: number
  comparedAt: string | null
}

interface Tables {
  datasetLikeness: LikenessRow
  datasets: { id: string; name: string }
  datasetItems: {
    id: string
    number: number
    stamp: number
    datasetId: string
    fileId: string
    spaceId: string
    path: string
    checksum: string
    status: ItemStatus
    split: (typeof splits)[number]
    score: number
    width: number
    height: number
    annotationCount: number
    available: Flag
    duplicated: Flag
  }
  datasetItemLabels: { itemId: string; labelId: string; count: number }
  searchContents: { slot: number; checksum: string | null; embedder: string; readable: Flag }
}

const atOnce = 5_000

export type LikenessStore = ReturnType<typeof createLikenessStore>

// oxlint-disable-next-line max-lines-per-function -- a maker, whose functions share the needs that it holds
export function createLikenessStore(database: Database, embedder: () => string) {
  const query = database.query<Tables>()
  const reader = database.reader<Tables>()
  const imagesOf = (datasetId: string) =>
    reader.selectFrom('datasetItems').where('datasetId', '=', datasetId).where('available', '=', 1)
  const contentsOf = (datasetId: string) =>
    imagesOf(datasetId)
      .innerJoin('searchContents', 'searchContents.checksum', 'datasetItems.checksum')
      .where('embedder', '=', embedder())
      .where('readable', '=', 1)
      .select(['slot', 'datasetItems.checksum'])
      .distinct()

  return {
    all: () => query.selectFrom('datasetLikeness').selectAll().execute(),
    find: (datasetId: string): Promise<LikenessRow | undefined> =>
      query.selectFrom('datasetLikeness').selectAll().where('datasetId', '=', datasetId).executeTakeFirst(),
    add: (datasetId: string, startedBy: string) =>
      query
        .insertInto('datasetLikeness')
        .values({ datasetId, startedBy, signature: '', file: null, contents: 0, comparedAt: null })
        .onConflict((conflict) => conflict.column('datasetId').doNothing())
        .execute(),
    update: (datasetId: string, change: Partial<LikenessRow>) =>
      query.updateTable('datasetLikeness').set(change).where('datasetId', '=', datasetId).execute(),

    async spacesOf(datasetId: string): Promise<string[]> {
      const rows = await imagesOf(datasetId).select('spaceId').distinct().execute()
      return rows.map(({ spaceId }) => spaceId)
    },

    /** Increases with every change of a dataset's images. */
    async stampOf(datasetId: string): Promise<number> {
      const rows = query.selectFrom('datasetItems').where('datasetId', '=', datasetId)
      return (await rows.select(({ fn }) => fn.max<number | null>('stamp').as('stamp')).executeTakeFirst())?.stamp ?? -1
    },

    async counts(datasetId: string): Promise<{ images: number; indexed: number; unreadable: number }> {
      return imagesOf(datasetId)
        .leftJoin('searchContents', (join) =>
          join.onRef('searchContents.checksum', '=', 'datasetItems.checksum').on('embedder', '=', embedder()),
        )
        .select([
          ({ fn }) => fn.countAll<number>().as('images'),
          ({ fn }) => fn.countAll<number>().filterWhere('readable', '=', 1).as('indexed'),
          ({ fn }) => fn.countAll<number>().filterWhere('readable', '=', 0).as('unreadable'),
        ])
        .executeTakeFirstOrThrow()
    },

    async signatureOf(datasetId: string): Promise<string> {
      const digit = (position: number) =>
        sql`${dialect.position(sql`'123456789abcdef'`, sql`substr("checksum", ${sql.raw(String(position))}, 1)`)} * ${sql.raw(String(16 ** (position - 1)))}`
      const mark = sql`(${sql.join([1, 2, 3, 4, 5, 6].map(digit), sql` + `)}) * ("slot" % 997 + 1)`
      const row = reader
        .selectFrom(contentsOf(datasetId).as('contents'))
        .select([
          ({ fn }) => fn.countAll<number>().as('contents'),
          sql<number>`coalesce(sum(${mark}) % 9007199254740991, 0)`.as('sum'),
        ])
      const { contents, sum } = await row.executeTakeFirstOrThrow()
      return contents === 0 ? '' : `${embedder()} ${contents} ${sum}`
    },

    contents: (datasetId: string, most: number) =>
      contentsOf(datasetId).orderBy('datasetItems.checksum').limit(most).execute(),

    candidates: (datasetId: string, checksums: readonly string[]) =>
      imagesOf(datasetId)
        .select(['number', 'checksum', 'status', 'split', 'annotationCount', 'width', 'height', 'path'])
        .where(({ or, eb }) => or([eb('duplicated', '=', 1), eb('checksum', 'in', dialect.texts(checksums))]))
        .execute(),

    async *points(datasetId: string) {
      for (let after = -1; ;) {
        const rows = await imagesOf(datasetId)
          .select(['number', 'checksum', 'status', 'split', 'score', 'spaceId'])
          .select(
            sql<string | null>`(select "labelId" from "datasetItemLabels" where "itemId" = "datasetItems"."id"
              order by "count" desc, "labelId" limit 1)`.as('labelId'),
          )
          .where('number', '>', after)
          .orderBy('number')
          .limit(atOnce)
          .execute()
        yield rows
        if (rows.length < atOnce) return
        after = rows.at(-1)!.number
      }
    },

    async idsOf(datasetId: string, numbers: readonly number[]): Promise<Map<number, string>> {
      const rows = reader
        .selectFrom('datasetItems')
        .select(['id', 'number'])
        .where('datasetId', '=', datasetId)
        .where('number', 'in', dialect.numbers(numbers))
      return new Map((await rows.execute()).map(({ id, number }) => [number, id]))
    },
  }
}
