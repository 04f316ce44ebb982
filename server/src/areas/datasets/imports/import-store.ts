import type { DatasetImport, ImportProblem } from '@vermilion/contract/datasets/imports'
import type { Text } from '@vermilion/contract/kernel/text'
import type { Page, PageQuery } from '@vermilion/contract/kernel/page'
import { type JsonText, readJson, inSlices, rowsOf, writeJson } from '#platform/database/columns'
import type { Database } from '#platform/database/database'
import { readPage } from '#platform/database/page'
import { statusTable } from '#platform/status'

const importStatus = statusTable<DatasetImport['status']>('import', {
  reading: ['ready', 'importing', 'failed', 'stopped'],
  ready: ['importing', 'stopped'],
  importing: ['success', 'failed', 'stopped'],
  success: [],
  failed: [],
  stopped: [],
})

/** An import as stored, without its job's progress. */
export interface StoredImport extends Omit<DatasetImport, 'progress'> {
  readonly dryRun: boolean
  /** The label of each class, by its index; null skips the class. Null before it is decided. */
  readonly targets: readonly (string | null)[] | null
  /** Null when there is no space for its images. */
  readonly spaceId: string | null
  readonly folder: string | null
}

const json = ['source', 'mapping', 'annotator', 'findings', 'done', 'targets', 'error'] as const
const importRows = rowsOf<StoredImport>()(json, ['addImages', 'dryRun'])

interface ProblemRow extends Omit<ImportProblem, 'reason'> {
  importId: string
  reason: JsonText<Text>
}

interface Tables {
  datasetImports: ReturnType<typeof importRows.write>
  datasetImportProblems: ProblemRow
}

const maximumListed = 100
/** The most problems that are listed one by one. */
export const maxReported = 10_000

export function createImportStore({ database }: { database: Database }) {
  const query = database.query<Tables>()

  return {
    ...importProblems(database),

    async find(id: string): Promise<StoredImport | undefined> {
      const row = await query.selectFrom('datasetImports').selectAll().where('id', '=', id).executeTakeFirst()
      return row && importRows.read(row)
    },

    async ofDataset(datasetId: string): Promise<StoredImport[]> {
      const rows = query.selectFrom('datasetImports').selectAll().where('datasetId', '=', datasetId)
      return (await rows.orderBy('createdAt', 'desc').limit(maximumListed).execute()).map(importRows.read)
    },

    async add(row: StoredImport): Promise<void> {
      await query.insertInto('datasetImports').values(importRows.write(row)).execute()
    },

    async update(id: string, change: Partial<Omit<StoredImport, 'id' | 'status'>>): Promise<void> {
      await query.updateTable('datasetImports').set(importRows.writeSome(change)).where('id', '=', id).execute()
    },

    async step(id: string, to: DatasetImport['status'], endedAt: string | null = null): Promise<boolean> {
      const changed = await query
        .updateTable('datasetImports')
        .set({ status: to, endedAt })
        .where('id', '=', id)
        .where('status', 'in', importStatus.sources(to))
        .executeTakeFirst()
      return changed.numUpdatedRows > 0n
    },

    async old(previous: string): Promise<string[]> {
      const rows = await query
        .selectFrom('datasetImports')
        .select('id')
        .where('createdAt', '<', previous)
        .where('status', 'in', ['ready', 'success', 'failed', 'stopped'])
        .execute()
      return rows.map(({ id }) => id)
    },

    async uploadsInUse(): Promise<string[]> {
      const open = ['reading', 'ready', 'importing'] as const
      const rows = query.selectFrom('datasetImports').select('source').where('status', 'in', open)
      return (await rows.execute()).flatMap(({ source }) => {
        const read = readJson(source)
        return 'uploadId' in read ? [read.uploadId] : []
      })
    },

    async forget(previous: string): Promise<void> {
      await query
        .deleteFrom('datasetImports')
        .where('createdAt', '<', previous)
        .where('status', 'not in', ['reading', 'importing'])
        .execute()
    },
  }
}

function importProblems(database: Database) {
  const query = database.query<Tables>()

  return {
    async reportProblems(importId: string, problems: readonly ImportProblem[]): Promise<void> {
      const rows = problems.map((problem) => ({ ...problem, importId, reason: writeJson(problem.reason) }))
      for (const some of inSlices(rows)) await query.insertInto('datasetImportProblems').values(some).execute()
    },

    async isReported(importId: string, reason: Text, file?: string): Promise<boolean> {
      const rows = query
        .selectFrom('datasetImportProblems')
        .select('number')
        .where('importId', '=', importId)
        .where('reason', '=', writeJson(reason))
      return (await (file === undefined ? rows : rows.where('file', '=', file)).limit(1).execute()).length > 0
    },

    async problems(importId: string, request: PageQuery): Promise<Page<ImportProblem>> {
      const rows = database
        .reader<Tables>()
        .selectFrom('datasetImportProblems')
        .select(['number', 'file', 'line', 'reason'])
        .where('importId', '=', importId)
      const page = await readPage(rows, { ...request, sort: [{ column: 'number', direction: 'asc' }] })
      return { ...page, items: page.items.map((row) => ({ ...row, reason: readJson(row.reason) })) }
    },
  }
}

export type ImportStore = ReturnType<typeof createImportStore>
