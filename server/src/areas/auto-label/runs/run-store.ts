import type { AutoLabelRun, AutoLabelScope, AutoLabelStatus, LabelMapping } from '@vermilion/contract/auto-label'
import type { LabellerKind } from '@vermilion/contract/auto-label/labellers'
import type { TileOptions } from '@vermilion/contract/detection/tiles/tiles'
import type { ListQuery } from '@vermilion/contract/kernel/page'
import type { Text } from '@vermilion/contract/kernel/text'
import { sql } from 'kysely'
import { type Flag, type JsonText, readJson } from '#platform/database/columns'
import type { Database } from '#platform/database/database'
import { narrow, orderOf } from '#platform/database/list'
import { contains } from '#platform/database/match'
import { readPage } from '#platform/database/page'
import { autoLabelStatus } from '../rules.ts'

export interface RunRow extends Omit<AutoLabelRun, 'labeller' | 'mapping' | 'scope' | 'tiles' | 'error' | 'undoing'> {
  labellerId: string
  labellerKind: LabellerKind
  labellerName: string
  mapping: JsonText<LabelMapping>
  scope: JsonText<AutoLabelScope>
  tiles: JsonText<TileOptions> | null
  error: JsonText<Text> | null
  jobId: string
  undoing: Flag
}

export type RunCounts = Pick<RunRow, 'done' | 'suggested' | 'failed' | 'shapes' | 'overlapping'>

export interface RunQuery extends ListQuery {
  status?: AutoLabelStatus | undefined
}

const orders = { createdAt: { column: 'createdAt' } } as const

export type RunStore = ReturnType<typeof createRunStore>

export function createRunStore(database: Database) {
  const query = database.query<{ autoLabelRuns: RunRow }>()
  const reader = database.reader<{ autoLabelRuns: RunRow }>()
  return {
    byId: (id: string) => query.selectFrom('autoLabelRuns').selectAll().where('id', '=', id).executeTakeFirst(),
    page(datasetId: string, { status, ...filters }: RunQuery) {
      const all = reader.selectFrom('autoLabelRuns').selectAll().where('datasetId', '=', datasetId)
      const some = status === undefined ? all : all.where('status', '=', status)
      const search = filters.search ?? ''
      const rows = narrow(some, filters, [contains('labellerName', search), contains('prompt', search)])
      return readPage(rows, { ...filters, sort: orderOf(orders, filters.sort, '-createdAt') })
    },
    add: (row: RunRow) => query.insertInto('autoLabelRuns').values(row).execute(),
    update: (id: string, set: Partial<RunRow>) =>
      query.updateTable('autoLabelRuns').set(set).where('id', '=', id).execute(),
    async step(id: string, to: AutoLabelStatus, set: Partial<RunRow> = {}): Promise<boolean> {
      const changed = await query
        .updateTable('autoLabelRuns')
        .set({ ...set, status: to })
        .where('id', '=', id)
        .where('status', 'in', autoLabelStatus.sources(to))
        .executeTakeFirst()
      return changed.numUpdatedRows > 0n
    },
    addToCounters: (id: string, counts: RunCounts) =>
      query
        .updateTable('autoLabelRuns')
        .set(
          Object.fromEntries(
            Object.entries(counts).map(([column, count]) => [column, sql<number>`${sql.ref(column)} + ${count}`]),
          ),
        )
        .where('id', '=', id)
        .execute(),
    counters: () => reader.selectFrom('autoLabelRuns').select(['id', 'done', 'suggested', 'failed']).execute(),
  }
}

export function toRun({ labellerId, labellerKind, labellerName, jobId: _, ...row }: RunRow): AutoLabelRun {
  return {
    ...row,
    labeller: { id: labellerId, kind: labellerKind, name: labellerName },
    mapping: readJson(row.mapping),
    scope: readJson(row.scope),
    tiles: row.tiles && readJson(row.tiles),
    error: row.error === null ? null : readJson(row.error),
    undoing: row.undoing === 1,
  }
}
