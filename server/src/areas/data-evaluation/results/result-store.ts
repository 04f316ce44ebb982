import type { CriterionScore } from '@vermilion/contract/data-evaluations'
import type { PageQuery } from '@vermilion/contract/kernel/page'
import type { Text } from '@vermilion/contract/kernel/text'
import { sql } from 'kysely'
import type { Flag, JsonText } from '#platform/database/columns'
import type { Database } from '#platform/database/database'
import { readPage } from '#platform/database/page'
import { valuesOf } from '#platform/database/values'
import type { EvaluationRow } from '../store.ts'

export const noNumber = -1
const maxCovers = 4

export interface ScoredImageRow {
  evaluationId: string
  number: number
  fileId: string
  /** -1 without a score. */
  score: number
  disagreement: number
  done: Flag
  hash: string | null
}

export interface ImageScoreRow {
  evaluationId: string
  fileId: string
  model: string
  checksum: string | null
  score: number | null
  criteria: JsonText<CriterionScore[]>
  error: JsonText<Text> | null
  createdAt: string
}

interface Tables {
  scoredImages: ScoredImageRow
  imageScores: ImageScoreRow
  files: { id: string; path: string }
  dataEvaluations: Pick<EvaluationRow, 'id' | 'name' | 'models' | 'standard' | 'deletedAt'>
}

export type ResultStore = ReturnType<typeof createResultStore>

// oxlint-disable-next-line max-lines-per-function -- a maker, whose functions share the needs that it holds
export function createResultStore(database: Database) {
  const query = database.query<Tables>()
  const reader = database.reader<Tables>()
  const imagesOf = (evaluationId: string, from = query) =>
    from.selectFrom('scoredImages').where('scoredImages.evaluationId', '=', evaluationId)
  const scoresOf = (evaluationId: string) =>
    query.selectFrom('imageScores').where('imageScores.evaluationId', '=', evaluationId)
  return {
    addImages: (rows: readonly ScoredImageRow[]) =>
      query
        .insertInto('scoredImages')
        .values(rows)
        .onConflict((conflict) => conflict.doNothing())
        .execute(),
    async lastNumber(evaluationId: string): Promise<number> {
      const rows = imagesOf(evaluationId).select('number').orderBy('number', 'desc')
      return (await rows.limit(1).executeTakeFirst())?.number ?? 0
    },
    async countImages(evaluationId: string): Promise<number> {
      const count = imagesOf(evaluationId, reader).select(({ fn }) => fn.countAll<number>().as('images'))
      return (await count.executeTakeFirstOrThrow()).images
    },
    missing: (evaluationId: string, model: string, after: number, limit: number) =>
      imagesOf(evaluationId, reader)
        .select(['scoredImages.number', 'scoredImages.fileId'])
        .where('number', '>', after)
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('imageScores')
                .select('imageScores.fileId')
                .where('imageScores.evaluationId', '=', evaluationId)
                .where('imageScores.model', '=', model)
                .whereRef('imageScores.fileId', '=', 'scoredImages.fileId'),
            ),
          ),
        )
        .orderBy('number')
        .limit(limit)
        .execute(),
    addScores: (rows: readonly ImageScoreRow[]) => query.insertInto('imageScores').values(rows).execute(),
    scoresOf: (evaluationId: string, fileIds: readonly string[]) =>
      scoresOf(evaluationId).selectAll().where('fileId', 'in', fileIds).execute(),
    images: (evaluationId: string, fileIds: readonly string[]) =>
      imagesOf(evaluationId).selectAll().where('fileId', 'in', fileIds).execute(),
    async updateImages(evaluationId: string, rows: readonly ScoredImageRow[]): Promise<void> {
      if (rows.length === 0) return
      await query
        .with('image(fileId, score, disagreement, done, hash)', () =>
          valuesOf(rows, ['fileId', 'score', 'disagreement', 'done', 'hash']),
        )
        .updateTable('scoredImages')
        .from('image')
        .set(({ ref }) => ({
          score: ref('image.score'),
          disagreement: ref('image.disagreement'),
          done: ref('image.done'),
          hash: ref('image.hash'),
        }))
        .where('evaluationId', '=', evaluationId)
        .whereRef('scoredImages.fileId', '=', 'image.fileId')
        .execute()
    },
    async forgetFailed(evaluationId: string): Promise<number> {
      const failed = scoresOf(evaluationId).select('fileId').where('error', 'is not', null)
      const reopened = await query
        .updateTable('scoredImages')
        .set({ done: 0 })
        .where('evaluationId', '=', evaluationId)
        .where('done', '=', 1)
        .where('fileId', 'in', failed)
        .executeTakeFirst()
      const forgotten = query.deleteFrom('imageScores').where('evaluationId', '=', evaluationId)
      await forgotten.where('error', 'is not', null).execute()
      return Number(reopened.numUpdatedRows)
    },
    page(evaluationId: string, { sort, ...page }: PageQuery & { sort: string; total?: number | undefined }) {
      const rows = imagesOf(evaluationId, reader)
        .leftJoin('files', 'files.id', 'scoredImages.fileId')
        .selectAll('scoredImages')
        .select('files.path as path')
      const direction = sort.startsWith('-') ? ('desc' as const) : ('asc' as const)
      const column = `scoredImages.${sort.replace(/^-/, '')}`
      const first = column === 'scoredImages.number' ? [] : [{ column, direction }]
      return readPage(rows, { ...page, sort: [...first, { column: 'scoredImages.number', direction }] })
    },
    ofFile: (fileId: string, checksum: string) =>
      reader
        .selectFrom('imageScores')
        .innerJoin('dataEvaluations', 'dataEvaluations.id', 'imageScores.evaluationId')
        .selectAll('imageScores')
        .select([
          'dataEvaluations.name as evaluationName',
          'dataEvaluations.models as models',
          'dataEvaluations.standard as standard',
        ])
        .where('fileId', '=', fileId)
        .where('dataEvaluations.deletedAt', 'is', null)
        .where('imageScores.checksum', '=', checksum)
        .orderBy('imageScores.createdAt', 'desc')
        .limit(200)
        .execute(),
    async firstError(evaluationId: string): Promise<JsonText<Text> | null> {
      const failed = scoresOf(evaluationId).select('error').where('error', 'is not', null)
      return (await failed.limit(1).executeTakeFirst())?.error ?? null
    },
    async removeSome(evaluationId: string, limit: number): Promise<boolean> {
      let removed = 0n
      for (const table of ['imageScores', 'scoredImages'] as const) {
        const some = query.selectFrom(table).select('fileId').where('evaluationId', '=', evaluationId).limit(limit)
        const rows = await query
          .deleteFrom(table)
          .where('evaluationId', '=', evaluationId)
          .where('fileId', 'in', some)
          .executeTakeFirst()
        removed += rows.numDeletedRows
      }
      return removed > 0n
    },
    async meansOf(evaluationIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
      const rows = await reader
        .selectFrom('scoredImages')
        .select(['evaluationId', sql<number>`avg(${sql.ref('score')})`.as('mean')])
        .where('evaluationId', 'in', evaluationIds)
        .where('score', '>=', 0)
        .groupBy('evaluationId')
        .execute()
      return new Map(rows.map(({ evaluationId, mean }) => [evaluationId, mean]))
    },
    async coversOf(evaluationIds: readonly string[]): Promise<ReadonlyMap<string, string[]>> {
      const rows = await reader
        .selectFrom('scoredImages')
        .innerJoin('files', 'files.id', 'scoredImages.fileId')
        .select(['evaluationId', 'fileId'])
        .where('evaluationId', 'in', evaluationIds)
        .where('scoredImages.number', '<=', maxCovers)
        .orderBy('scoredImages.number')
        .execute()
      const covers = Map.groupBy(rows, ({ evaluationId }) => evaluationId)
      return new Map([...covers].map(([id, images]) => [id, images.map(({ fileId }) => fileId)]))
    },
    imageCounts: () =>
      reader
        .selectFrom('scoredImages')
        .select(({ fn }) => [
          'evaluationId',
          fn.countAll<number>().as('images'),
          fn.sum<number>('done').as('done'),
          fn.countAll<number>().filterWhere('score', '>=', 0).as('scored'),
        ])
        .groupBy('evaluationId')
        .execute(),
    failureCounts: () =>
      reader
        .selectFrom('imageScores')
        .select(['evaluationId', sql<number>`count(*)`.as('failed')])
        .where('error', 'is not', null)
        .groupBy('evaluationId')
        .execute(),
  }
}
