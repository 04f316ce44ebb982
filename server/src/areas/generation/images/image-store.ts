import type {
  DetailedGeneration,
  GeneratedImageQuery,
  GeneratedImageStatus,
  TruthObject,
} from '@vermilion/contract/generations'
import { type Generated, sql } from 'kysely'
import { type JsonText, readJson, inSlices } from '#platform/database/columns'
import type { Database } from '#platform/database/database'
import { dialect } from '#platform/database/dialect'
import { readPage } from '#platform/database/page'
import type { WorkflowValues } from '../workflows/fill-workflow.ts'

export interface GeneratedImageRow {
  id: string
  generationId: string
  number: number
  attempt: number
  itemIndex: number
  status: GeneratedImageStatus
  fileId: string | null
  checksum: string | null
  score: number | null
  workflowHash: string | null
  models: JsonText<string[]> | null
  workflowValues: JsonText<WorkflowValues> | null
  error: string | null
  truth: JsonText<TruthObject[]> | null
  createdAt: string
  lineage: number | null
  seed: number | null
}

/** Searchable lineage of a generation's item: lowercase, one line per word or name. */
export interface LineageRow {
  generationId: string
  itemIndex: number
  prompt: string
  sceneItem: string
  workflow: string
  loras: string
}

interface Tables {
  generatedImages: GeneratedImageRow
  files: { id: string; number: number; path: string; checksum: string | null; score: number }
  lineages: LineageRow & { number: Generated<number> }
  imageScores: { evaluationId: string; fileId: string; checksum: string | null; score: number | null }
  dataEvaluations: {
    id: string
    name: string
    models: JsonText<{ id: string; name: string }[]>
    createdAt: string
    deletedAt: string | null
  }
}

const maxCovers = 4
const maxEvaluations = 3

export type ImageStore = ReturnType<typeof createImageStore>

// oxlint-disable-next-line max-lines-per-function -- a maker, whose functions share the needs that it holds
export function createImageStore(database: Database) {
  const query = database.query<Tables>()
  const reader = database.reader<Tables>()
  const all = (generationId: string, from = reader) =>
    from.selectFrom('generatedImages').where('generationId', '=', generationId)
  const keptImages = (generationIds: readonly string[]) =>
    reader.selectFrom('generatedImages').where('generationId', 'in', generationIds).where('status', '=', 'kept')
  return {
    async add(row: Omit<GeneratedImageRow, 'lineage'>): Promise<void> {
      const { generationId, itemIndex } = row
      const item = query.selectFrom('lineages').select('number').where('generationId', '=', generationId)
      const lineage = (await item.where('itemIndex', '=', itemIndex).executeTakeFirst())?.number ?? null
      await query
        .insertInto('generatedImages')
        .values({ ...row, lineage })
        .execute()
    },
    async addLineages(rows: readonly LineageRow[]): Promise<void> {
      for (const some of inSlices(rows)) await query.insertInto('lineages').values(some).execute()
    },
    states: (generationId: string) => all(generationId).select(['number', 'attempt', 'status']).execute(),
    count: () =>
      reader
        .selectFrom('generatedImages')
        .select(['generationId', 'status', sql<number>`count(*)`.as('images')])
        .groupBy(['generationId', 'status'])
        .execute(),
    async page(generationId: string, { status, offset, ...page }: GeneratedImageQuery) {
      const rows = all(generationId)
        .leftJoin('files', 'files.id', 'generatedImages.fileId')
        .selectAll('generatedImages')
        .select(['files.path as path', 'files.score as fileScore'])
        .$if(status !== undefined, (some) => some.where('status', '=', status!))
      const sort = [
        { column: 'generatedImages.number', direction: 'asc' },
        { column: 'attempt', direction: 'asc' },
      ] as const
      if (offset === undefined) return readPage(rows, { ...page, sort })
      const ordered = rows.orderBy('generatedImages.number').orderBy('attempt')
      const items = await ordered.limit(page.limit).offset(offset).execute()
      const { total } = await rows
        .clearSelect()
        .select(sql<number>`count(*)`.as('total'))
        .executeTakeFirstOrThrow()
      return { items, total, from: items.length === 0 ? 0 : offset + 1, nextCursor: null, previousCursor: null }
    },
    async meansOf(generationIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
      const score = sql<number | null>`case when "files"."score" >= 0 then "files"."score"
        else "generatedImages"."score" end`
      const rows = await keptImages(generationIds)
        .leftJoin('files', 'files.id', 'generatedImages.fileId')
        .select(['generationId', sql<number | null>`avg(${score})`.as('mean')])
        .groupBy('generationId')
        .execute()
      return new Map(rows.flatMap(({ generationId, mean }) => (mean === null ? [] : [[generationId, mean] as const])))
    },
    async evaluationsOf(generationId: string): Promise<DetailedGeneration['scoredBy']> {
      const scored = keptImages([generationId])
        .innerJoin('files', 'files.id', 'generatedImages.fileId')
        .innerJoin('imageScores', (join) =>
          join.onRef('imageScores.fileId', '=', 'files.id').onRef('imageScores.checksum', '=', 'files.checksum'),
        )
        .select('imageScores.evaluationId')
        .where('imageScores.score', 'is not', null)
      const rows = await reader
        .selectFrom('dataEvaluations')
        .select(['id as evaluationId', 'name as evaluationName', 'models'])
        .where('id', 'in', scored)
        .where('deletedAt', 'is', null)
        .orderBy('createdAt', 'desc')
        .limit(maxEvaluations)
        .execute()
      return rows.map(({ models, ...row }) => ({
        ...row,
        models: readJson(models).map(({ id, name }) => ({ id, name })),
      }))
    },
    async coversOf(generationIds: readonly string[]): Promise<ReadonlyMap<string, string[]>> {
      const rows = await keptImages(generationIds)
        .innerJoin('files', 'files.id', 'generatedImages.fileId')
        .select(['generationId', 'files.id as fileId'])
        .where('generatedImages.number', '<', maxCovers)
        .orderBy('generatedImages.number')
        .execute()
      const covers = Map.groupBy(rows, ({ generationId }) => generationId)
      return new Map([...covers].map(([id, images]) => [id, images.map(({ fileId }) => fileId)]))
    },
    /** The generated image of a file, or else one with equal content. */
    ofFile: (fileId: string, checksum: string | null): Promise<GeneratedImageRow | undefined> =>
      query
        .selectFrom('generatedImages')
        .selectAll()
        .where('checksum', '=', checksum)
        .orderBy(sql`${sql.ref('fileId')} is distinct from ${fileId}`)
        .orderBy(dialect.rowNumber())
        .limit(1)
        .executeTakeFirst(),
    async lastError(generationId: string): Promise<string | null> {
      const rows = all(generationId, query).select('error').orderBy('createdAt', 'desc')
      return (await rows.limit(1).executeTakeFirst())?.error ?? null
    },
    async truthsOf(checksums: readonly string[]): Promise<Map<string, TruthObject[]>> {
      const rows = reader.selectFrom('generatedImages').select(['checksum', 'truth']).where('truth', 'is not', null)
      const named = await rows.where('checksum', 'in', checksums).execute()
      return new Map(named.flatMap(({ checksum, truth }) => (checksum && truth ? [[checksum, readJson(truth)]] : [])))
    },
  }
}
