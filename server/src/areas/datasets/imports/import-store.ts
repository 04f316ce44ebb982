import type {
  AnnotatorChoice,
  classMapping,
  DatasetImport,
  ImportDone,
  ImportFindings,
  ImportProblem,
  ImportSource,
} from '@vermilion/contract/datasets/imports'
import type { Text } from '@vermilion/contract/kernel/text'
import type { Page, PageQuery } from '@vermilion/contract/kernel/page'
import type { z } from 'zod'
import { type Flag, type JsonText, readJson, writeJson } from '#platform/database/columns'
import type { Database } from '#platform/database/database'
import { readPage } from '#platform/database/page'
import { importStatus } from './status.ts'

/** An import as stored, without its job's progress. */
export interface StoredImport extends Omit<DatasetImport, 'progress'> {
  readonly dryRun: boolean
  /** The label of each class, by its index; null skips the class. Null before it is decided. */
  readonly targets: readonly (string | null)[] | null
  /** Null when there is no space for its images. */
  readonly spaceId: string | null
  readonly folder: string | null
}

interface ImportRow {
  id: string
  datasetId: string
  source: JsonText<ImportSource>
  name: string
  format: DatasetImport['format']
  found: DatasetImport['found']
  existing: DatasetImport['existing']
  addImages: Flag
  mapping: JsonText<z.output<typeof classMapping>>
  annotator: JsonText<AnnotatorChoice> | null
  dryRun: Flag
  status: DatasetImport['status']
  findings: JsonText<ImportFindings>
  done: JsonText<ImportDone>
  problemCount: number
  targets: JsonText<readonly (string | null)[]> | null
  spaceId: string | null
  folder: string | null
  error: JsonText<Text> | null
  startedBy: string | null
  createdAt: string
  endedAt: string | null
}

interface ProblemRow extends Omit<ImportProblem, 'reason'> {
  importId: string
  reason: JsonText<Text>
}

interface Tables {
  datasetImports: ImportRow
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
      return row && importOf(row)
    },

    async ofDataset(datasetId: string): Promise<StoredImport[]> {
      const rows = query.selectFrom('datasetImports').selectAll().where('datasetId', '=', datasetId)
      return (await rows.orderBy('createdAt', 'desc').limit(maximumListed).execute()).map(importOf)
    },

    async add(row: StoredImport): Promise<void> {
      const { source, mapping, annotator, findings, done, targets, error, addImages, dryRun, ...rest } = row
      await query
        .insertInto('datasetImports')
        .values({
          ...rest,
          source: writeJson(source),
          mapping: writeJson(mapping),
          annotator: annotator && writeJson(annotator),
          findings: writeJson(findings),
          done: writeJson(done),
          targets: targets && writeJson(targets),
          error: error && writeJson(error),
          addImages: addImages ? 1 : 0,
          dryRun: dryRun ? 1 : 0,
        })
        .execute()
    },

    async update(id: string, change: Partial<Omit<StoredImport, 'id' | 'status' | 'annotator'>>): Promise<void> {
      const { source: _source, mapping, findings, done, targets, error, addImages, dryRun, ...rest } = change
      const set: Partial<ImportRow> = { ...rest }
      if (mapping !== undefined) set.mapping = writeJson(mapping)
      if (findings !== undefined) set.findings = writeJson(findings)
      if (done !== undefined) set.done = writeJson(done)
      if (targets !== undefined) set.targets = targets && writeJson(targets)
      if (error !== undefined) set.error = error && writeJson(error)
      if (addImages !== undefined) set.addImages = addImages ? 1 : 0
      if (dryRun !== undefined) set.dryRun = dryRun ? 1 : 0
      if (Object.keys(set).length === 0) return
      await query.updateTable('datasetImports').set(set).where('id', '=', id).execute()
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
      for (let at = 0; at < problems.length; at += 500) {
        const values = problems.slice(at, at + 500).map((problem) => ({
          ...problem,
          importId,
          reason: writeJson(problem.reason),
        }))
        await query.insertInto('datasetImportProblems').values(values).execute()
      }
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

function importOf(row: ImportRow): StoredImport {
  return {
    ...row,
    source: readJson(row.source),
    mapping: readJson(row.mapping),
    annotator: row.annotator && readJson(row.annotator),
    findings: readJson(row.findings),
    done: readJson(row.done),
    targets: row.targets && readJson(row.targets),
    error: row.error && readJson(row.error),
    addImages: row.addImages === 1,
    dryRun: row.dryRun === 1,
  }
}
