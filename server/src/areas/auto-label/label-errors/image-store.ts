import type { RankedFinding } from '@vermilion/contract/auto-label/label-errors'
import { type LabelErrorKind, labelErrorKinds } from '@vermilion/contract/evaluation/label-errors/finding'
import type { PageQuery } from '@vermilion/contract/kernel/page'
import { sql } from 'kysely'
import { type JsonText, inSlices, readJson, writeJson } from '#platform/database/columns'
import type { Database } from '#platform/database/database'
import { readPage } from '#platform/database/page'

export type JudgedState = 'waiting' | 'done' | 'failed'

/** The column of each kind has the score of its most probable finding that is not dismissed, and `score` the highest of all. */
export interface RankedRow extends Record<LabelErrorKind, number> {
  rankingId: string
  number: number
  itemId: string
  fold: number
  state: JudgedState
  /** Of the item, when its labels were judged. */
  revision: number
  score: number
  findings: JsonText<RankedFinding[]>
}

interface Tables {
  labelErrorImages: RankedRow
  datasetItems: { id: string; revision: number }
}

export interface RankedQuery extends PageQuery {
  readonly kind?: LabelErrorKind | undefined
  readonly open: boolean
}

export const unjudged = {
  state: 'waiting',
  score: 0,
  missing: 0,
  class: 0,
  location: 0,
  pixels: 0,
  findings: '[]',
} as const

export type RankedImageStore = ReturnType<typeof createRankedImageStore>

// oxlint-disable-next-line max-lines-per-function -- a maker, whose functions share the tables
export function createRankedImageStore(database: Database) {
  const query = database.query<Tables>()
  const reader = database.reader<Tables>()
  const ofRanking = (rankingId: string) =>
    reader.selectFrom('labelErrorImages').selectAll('labelErrorImages').where('rankingId', '=', rankingId)
  const editedSince = sql<boolean>`exists (select 1 from "datasetItems" where "datasetItems"."id" = "labelErrorImages"."itemId"
    and "datasetItems"."revision" <> "labelErrorImages"."revision")`
  const ranked = (rankingId: string, { kind, open }: Pick<RankedQuery, 'kind' | 'open'>) => {
    const column: 'score' | LabelErrorKind = kind ?? 'score'
    const judged = ofRanking(rankingId).where('state', '=', 'done')
    if (!open) return { column, rows: kind === undefined ? judged : judged.where(column, '>', 0) }
    return { column, rows: judged.where(column, '>', 0).where(({ not }) => not(editedSince)) }
  }

  return {
    async add(rows: readonly RankedRow[]): Promise<void> {
      for (const some of inSlices(rows)) await query.insertInto('labelErrorImages').values(some).execute()
    },
    forgetAll: (rankingId: string) => query.deleteFrom('labelErrorImages').where('rankingId', '=', rankingId).execute(),
    waiting: (rankingId: string, { fold, after, limit }: { fold: number; after: number; limit: number }) =>
      ofRanking(rankingId)
        .where('fold', '=', fold)
        .where('state', '=', 'waiting')
        .where('number', '>', after)
        .orderBy('number')
        .limit(limit)
        .execute(),
    judged: (rankingId: string, { after, limit }: { after: number; limit: number }) =>
      ofRanking(rankingId)
        .where('state', '=', 'done')
        .where('number', '>', after)
        .orderBy('number')
        .limit(limit)
        .execute(),
    waitingCount: (rankingId: string) =>
      query
        .selectFrom('labelErrorImages')
        .where('rankingId', '=', rankingId)
        .where('state', '=', 'waiting')
        .select(({ fn }) => fn.countAll<number>().as('images'))
        .executeTakeFirstOrThrow(),
    ofItem: (rankingId: string, itemId: string): Promise<RankedRow | undefined> =>
      query
        .selectFrom('labelErrorImages')
        .selectAll()
        .where('rankingId', '=', rankingId)
        .where('itemId', '=', itemId)
        .executeTakeFirst(),
    foldOfItems: async (rankingId: string): Promise<Map<string, number>> =>
      new Map((await ofRanking(rankingId).execute()).map(({ itemId, fold }) => [itemId, fold])),
    set: (rankingId: string, number: number, findings: readonly RankedFinding[], set: Partial<RankedRow> = {}) =>
      query
        .updateTable('labelErrorImages')
        .set({ ...set, ...scoresOf(findings), findings: writeJson([...findings]) })
        .where('rankingId', '=', rankingId)
        .where('number', '=', number)
        .execute(),

    page(rankingId: string, { cursor, limit, ...filter }: RankedQuery) {
      const { column, rows } = ranked(rankingId, filter)
      return readPage(rows, {
        cursor,
        limit,
        sort: [
          { column, direction: 'desc' },
          { column: 'number', direction: 'asc' },
        ],
      })
    },

    /** The open images on both sides of one in the order, where it stays when its findings are dismissed. */
    async neighbours(rankingId: string, { number, findings }: RankedRow, kind: LabelErrorKind | undefined) {
      const { column, rows } = ranked(rankingId, { kind, open: true })
      const score = scoresOf(readJson(findings).map((finding) => ({ ...finding, isDismissed: false })))[column]
      const above = rows.where(({ eb, or, and }) =>
        or([eb(column, '>', score), and([eb(column, '=', score), eb('number', '<', number)])]),
      )
      const below = rows.where(({ eb, or, and }) =>
        or([eb(column, '<', score), and([eb(column, '=', score), eb('number', '>', number)])]),
      )
      const [previous, next, ahead, total] = await Promise.all([
        above.orderBy(column).orderBy('number', 'desc').limit(1).executeTakeFirst(),
        below.orderBy(column, 'desc').orderBy('number').limit(1).executeTakeFirst(),
        above
          .clearSelect()
          .select(({ fn }) => fn.countAll<number>().as('images'))
          .executeTakeFirstOrThrow(),
        rows
          .clearSelect()
          .select(({ fn }) => fn.countAll<number>().as('images'))
          .executeTakeFirstOrThrow(),
      ])
      return {
        previousId: previous?.itemId ?? null,
        nextId: next?.itemId ?? null,
        position: ahead.images + 1,
        total: total.images,
      }
    },

    async counts(rankingId: string) {
      const row = await reader
        .selectFrom('labelErrorImages')
        .where('rankingId', '=', rankingId)
        .select(({ fn, eb, and, not }) => [
          fn.countAll<number>().filterWhere('state', '!=', 'waiting').as('done'),
          fn.countAll<number>().filterWhere('state', '=', 'failed').as('failed'),
          ...(['score', ...labelErrorKinds] as const).map((column) =>
            fn
              .countAll<number>()
              .filterWhere(and([eb(column, '>', 0), not(editedSince)]))
              .as(column),
          ),
        ])
        .executeTakeFirstOrThrow()
      return row as Record<'done' | 'failed' | 'score' | LabelErrorKind, number>
    },

    foldSizes: async (rankingId: string): Promise<Map<number, number>> =>
      new Map(
        (
          await reader
            .selectFrom('labelErrorImages')
            .where('rankingId', '=', rankingId)
            .select(['fold', ({ fn }) => fn.countAll<number>().as('images')])
            .groupBy('fold')
            .execute()
        ).map(({ fold, images }) => [fold, images]),
      ),
  }
}

function scoresOf(findings: readonly RankedFinding[]): Record<'score' | LabelErrorKind, number> {
  const openFindings = findings.filter(({ isDismissed }) => !isDismissed)
  const highest = (some: readonly RankedFinding[]) => Math.max(0, ...some.map(({ score }) => score))
  const ofKind = (kind: LabelErrorKind) => highest(openFindings.filter((finding) => finding.kind === kind))
  return {
    score: highest(openFindings),
    missing: ofKind('missing'),
    class: ofKind('class'),
    location: ofKind('location'),
    pixels: ofKind('pixels'),
  }
}
