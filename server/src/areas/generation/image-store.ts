import type { GeneratedImageQuery, GeneratedImageStatus, TruthObject } from '@vermilion/contract/generations'
import { sql } from 'kysely'
import { readJson, type JsonText } from '#platform/database/columns'
import type { Database } from '#platform/database/database'
import { readPage } from '#platform/database/page'

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
  error: string | null
  truth: JsonText<TruthObject[]> | null
  createdAt: string
}

interface Tables {
  generatedImages: GeneratedImageRow
  files: { id: string; path: string; checksum: string | null }
}

export type ImageStore = ReturnType<typeof createImageStore>

/** Rows of generated images. No rules here. */
export function createImageStore(database: Database) {
  const query = database.query<Tables>()
  const reader = database.reader<Tables>()
  return {
    add: (row: GeneratedImageRow) => query.insertInto('generatedImages').values(row).execute(),
    /** What became of every image so far, in any order. */
    states: (generationId: string) =>
      reader
        .selectFrom('generatedImages')
        .select(['number', 'attempt', 'status'])
        .where('generationId', '=', generationId)
        .execute(),
    count: () =>
      reader
        .selectFrom('generatedImages')
        .select(['generationId', 'status', sql<number>`count(*)`.as('images')])
        .groupBy(['generationId', 'status'])
        .execute(),
    async page(generationId: string, { status, offset, ...page }: GeneratedImageQuery) {
      const all = reader
        .selectFrom('generatedImages')
        .leftJoin('files', 'files.id', 'generatedImages.fileId')
        .selectAll('generatedImages')
        .select('files.path as path')
        .where('generationId', '=', generationId)
      const rows = status === undefined ? all : all.where('status', '=', status)
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
    /** The image that a file is, or else one of the same content: a copy of it. */
    async ofFile(fileId: string, checksum: string | null): Promise<GeneratedImageRow | undefined> {
      const images = query.selectFrom('generatedImages').selectAll()
      const own = await images.where('fileId', '=', fileId).executeTakeFirst()
      if (own !== undefined || checksum === null) return own
      return images.where('checksum', '=', checksum).limit(1).executeTakeFirst()
    },
    async lastError(generationId: string): Promise<string | null> {
      const rows = query.selectFrom('generatedImages').select('error').where('generationId', '=', generationId)
      return (await rows.orderBy('createdAt', 'desc').limit(1).executeTakeFirst())?.error ?? null
    },
    /** What images show, by their checksum. */
    async truthsOf(checksums: readonly string[]): Promise<Map<string, TruthObject[]>> {
      const rows = reader.selectFrom('generatedImages').select(['checksum', 'truth']).where('truth', 'is not', null)
      const named = await rows.where('checksum', 'in', checksums).execute()
      return new Map(named.flatMap(({ checksum, truth }) => (checksum && truth ? [[checksum, readJson(truth)]] : [])))
    },
  }
}
