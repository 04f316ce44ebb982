import { sql, type ExpressionBuilder } from 'kysely'
import type { JsonText } from '#platform/database/columns'
import type { Text } from '@vermilion/contract/kernel/text'
import type { Database } from '#platform/database/database'
import { dialect } from '#platform/database/dialect'
import type { ImageScoreRow, ScoredImageRow } from './result-store.ts'

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

const criterionKey = dialect.textAt('criterion.value', 'key').$castTo<string>()

const maxErrors = 200

// oxlint-disable-next-line max-lines-per-function -- a maker, whose functions share the needs that it holds
export function createReportStore(database: Database) {
  const reader = database.reader<Tables>()
  const isOf =
    (evaluationId: string) =>
    ({ eb, and }: ExpressionBuilder<{ imageScores: ImageScoreRow }, 'imageScores'>) =>
      and([eb('imageScores.evaluationId', '=', evaluationId), eb('imageScores.score', 'is not', null)])
  const joint = (evaluationId: string) =>
    reader.selectFrom('scoredImages').where('evaluationId', '=', evaluationId).where('score', '>=', 0)

  return {
    joint: (evaluationId: string) => joint(evaluationId).select(moments).executeTakeFirstOrThrow(),
    jointRanges: (evaluationId: string) =>
      joint(evaluationId)
        .select([range.as('range'), sql<number>`count(*)`.as('images')])
        .groupBy(range)
        .execute(),
    models: (evaluationId: string) =>
      reader
        .selectFrom('imageScores')
        .select(['model', ...moments])
        .where(isOf(evaluationId))
        .groupBy('model')
        .execute(),
    modelRanges: (evaluationId: string) =>
      reader
        .selectFrom('imageScores')
        .select(['model', range.as('range'), sql<number>`count(*)`.as('images')])
        .where(isOf(evaluationId))
        .groupBy(['model', range])
        .execute(),
    biases: (evaluationId: string) =>
      reader
        .selectFrom('imageScores')
        .innerJoin('scoredImages', (join) =>
          join
            .onRef('scoredImages.evaluationId', '=', 'imageScores.evaluationId')
            .onRef('scoredImages.fileId', '=', 'imageScores.fileId'),
        )
        .select([
          'imageScores.model as model',
          sql<number>`avg(${sql.ref('imageScores.score')} - ${sql.ref('scoredImages.score')})`.as('bias'),
        ])
        .where(isOf(evaluationId))
        .where('scoredImages.score', '>=', 0)
        .groupBy('imageScores.model')
        .execute(),
    criteria: (evaluationId: string) =>
      reader
        .selectFrom(['imageScores', dialect.elements('imageScores.criteria').as('criterion')])
        .select(({ fn }) => [
          'model',
          criterionKey.as('key'),
          fn.avg<number>(dialect.numberAt('criterion.value', 'score')).as('mean'),
        ])
        .where(isOf(evaluationId))
        .groupBy(['model', criterionKey])
        .orderBy(({ fn }) => fn.min('criterion.key'))
        .execute(),
    lowest: (evaluationId: string, limit: number) =>
      reader
        .selectFrom('scoredImages')
        .leftJoin('files', 'files.id', 'scoredImages.fileId')
        .select(['fileId', 'files.path as path', 'scoredImages.score as score'])
        .where('evaluationId', '=', evaluationId)
        .where('scoredImages.score', '>=', 0)
        .orderBy('scoredImages.score')
        .orderBy('scoredImages.number')
        .limit(limit)
        .execute(),
    errors: (evaluationId: string) =>
      reader
        .selectFrom('imageScores')
        .select(['model', 'error', sql<number>`count(*)`.as('images')])
        .where('evaluationId', '=', evaluationId)
        .where('error', 'is not', null)
        .groupBy(['model', 'error'])
        .orderBy('images', 'desc')
        .limit(maxErrors)
        .$castTo<{ model: string; error: JsonText<Text>; images: number }>()
        .execute(),
    pairSums: (evaluationId: string) =>
      reader
        .selectFrom(
          reader
            .selectFrom('imageScores')
            .select([
              sql<number>`count(*)`.as('scores'),
              sql<number>`sum(score)`.as('sum'),
              sql<number>`sum(score * score)`.as('squares'),
            ])
            .where(isOf(evaluationId))
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
    disputed: (evaluationId: string, limit: number) =>
      reader
        .selectFrom('scoredImages')
        .leftJoin('files', 'files.id', 'scoredImages.fileId')
        .select(['fileId', 'files.path as path', 'scoredImages.score as score', 'disagreement'])
        .where('evaluationId', '=', evaluationId)
        .where('disagreement', '>', 0)
        .where('scoredImages.score', '>=', 0)
        .orderBy('disagreement', 'desc')
        .orderBy('scoredImages.number')
        .limit(limit)
        .execute(),
    hashes: (evaluationId: string) =>
      reader
        .selectFrom('scoredImages')
        .select(['fileId', 'hash'])
        .where('evaluationId', '=', evaluationId)
        .where('hash', 'is not', null)
        .orderBy('number')
        .$castTo<{ fileId: string; hash: string }>()
        .execute(),
    pathsOf: (fileIds: readonly string[]) =>
      reader.selectFrom('files').select(['id', 'path']).where('id', 'in', fileIds).execute(),
  }
}

export type ReportStore = ReturnType<typeof createReportStore>
