import type { Text } from '@vermilion/contract/kernel/text'
import { sql } from 'kysely'
import type { JsonText } from '#platform/database/columns'
import type { Database } from '#platform/database/database'
import { dialect } from '#platform/database/dialect'
import type { ImageScoreRow, ScoredImageRow } from '../results/result-store.ts'

interface Tables {
  scoredImages: ScoredImageRow
  imageScores: ImageScoreRow
  files: { id: string; path: string }
}

const moments = [
  sql<number>`count(*)`.as('images'),
  sql<number>`coalesce(avg(score), 0)`.as('mean'),
  sql<number>`coalesce(avg(score * score), 0)`.as('meanSquare'),
] as const

const range = sql<number>`floor(case when score < 100 then score / 10 else 9 end)`
const ranges = [range.as('range'), sql<number>`count(*)`.as('images')] as const

const criterionKey = dialect.textAt('criterion.value', 'key').$castTo<string>()

const maxErrors = 200

// oxlint-disable-next-line max-lines-per-function -- a maker, whose functions share the needs that it holds
export function createReportStore(database: Database) {
  const reader = database.reader<Tables>()
  const allScores = (id: string) => reader.selectFrom('imageScores').where('imageScores.evaluationId', '=', id)
  const scores = (id: string) => allScores(id).where('imageScores.score', 'is not', null)
  const allImages = (id: string) => reader.selectFrom('scoredImages').where('scoredImages.evaluationId', '=', id)
  const images = (id: string) => allImages(id).where('scoredImages.score', '>=', 0)
  const listed = (id: string) =>
    images(id)
      .leftJoin('files', 'files.id', 'scoredImages.fileId')
      .select(['scoredImages.fileId', 'files.path', 'scoredImages.score'])

  return {
    joint: (id: string) => images(id).select(moments).executeTakeFirstOrThrow(),
    jointRanges: (id: string) => images(id).select(ranges).groupBy(range).execute(),
    models: (id: string) =>
      scores(id)
        .select(['model', ...moments])
        .groupBy('model')
        .execute(),
    modelRanges: (id: string) =>
      scores(id)
        .select(['model', ...ranges])
        .groupBy(['model', range])
        .execute(),
    biases: (id: string) =>
      scores(id)
        .innerJoin('scoredImages', (join) =>
          join
            .onRef('scoredImages.evaluationId', '=', 'imageScores.evaluationId')
            .onRef('scoredImages.fileId', '=', 'imageScores.fileId'),
        )
        .select([
          'imageScores.model as model',
          sql<number>`avg(${sql.ref('imageScores.score')} - ${sql.ref('scoredImages.score')})`.as('bias'),
        ])
        .where('scoredImages.score', '>=', 0)
        .groupBy('imageScores.model')
        .execute(),
    criteria: (id: string) =>
      reader
        .selectFrom(['imageScores', dialect.elements('imageScores.criteria').as('criterion')])
        .select(({ fn }) => [
          'model',
          criterionKey.as('key'),
          fn.avg<number>(dialect.numberAt('criterion.value', 'score')).as('mean'),
        ])
        .where('imageScores.evaluationId', '=', id)
        .where('imageScores.score', 'is not', null)
        .groupBy(['model', criterionKey])
        .orderBy(({ fn }) => fn.min('criterion.key'))
        .execute(),
    lowest: (id: string, limit: number) =>
      listed(id).orderBy('scoredImages.score').orderBy('scoredImages.number').limit(limit).execute(),
    errors: (id: string) =>
      allScores(id)
        .select(['model', 'error', sql<number>`count(*)`.as('images')])
        .where('error', 'is not', null)
        .groupBy(['model', 'error'])
        .orderBy('images', 'desc')
        .limit(maxErrors)
        .$castTo<{ model: string; error: JsonText<Text>; images: number }>()
        .execute(),
    pairSums: (id: string) =>
      reader
        .selectFrom(
          scores(id)
            .select([
              sql<number>`count(*)`.as('scores'),
              sql<number>`sum(score)`.as('sum'),
              sql<number>`sum(score * score)`.as('squares'),
            ])
            .groupBy('fileId')
            .having(sql<number>`count(*)`, '>', 1)
            .as('images'),
        )
        .select([
          sql<number>`coalesce(sum(images.scores), 0)`.as('scores'),
          sql<number>`coalesce(sum(images.sum), 0)`.as('sum'),
          sql<number>`coalesce(sum(images.squares), 0)`.as('squares'),
          sql<number>`coalesce(sum(2 * (images.scores * images.squares - images.sum * images.sum) / (images.scores - 1)), 0)`.as(
            'within',
          ),
        ])
        .executeTakeFirstOrThrow(),
    disputed: (id: string, limit: number) =>
      listed(id)
        .select('disagreement')
        .where('disagreement', '>', 0)
        .orderBy('disagreement', 'desc')
        .orderBy('scoredImages.number')
        .limit(limit)
        .execute(),
    hashes: (id: string) =>
      allImages(id)
        .select(['fileId', 'hash'])
        .where('hash', 'is not', null)
        .orderBy('number')
        .$castTo<{ fileId: string; hash: string }>()
        .execute(),
    pathsOf: (fileIds: readonly string[]) =>
      reader.selectFrom('files').select(['id', 'path']).where('id', 'in', fileIds).execute(),
  }
}

export type ReportStore = ReturnType<typeof createReportStore>
