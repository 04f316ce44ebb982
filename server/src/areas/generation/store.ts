import type { GenerationStatus, generationSorts } from '@vermilion/contract/generations'
import type { GenerationConfig } from '@vermilion/contract/generations/config'
import type { ListQuery } from '@vermilion/contract/kernel/page'
import { sql, type SqlBool } from 'kysely'
import { increments, type JsonText } from '#platform/database/columns'
import type { Database } from '#platform/database/database'
import { dialect } from '#platform/database/dialect'
import { narrow, orderOf } from '#platform/database/list'
import { contains } from '#platform/database/match'
import { readPage } from '#platform/database/page'
import { generationStatus, unendedStatuses } from './rules.ts'

export interface GenerationRow {
  id: string
  spaceId: string
  name: string
  config: JsonText<GenerationConfig>
  workflowName: string
  workflowVersion: string | null
  status: GenerationStatus
  error: string | null
  made: number
  kept: number
  aside: number
  failed: number
  folder: string
  startedBy: string
  jobId: string
  createdAt: string
  startedAt: string | null
  endedAt: string | null
  deletedAt: string | null
}

interface Tables {
  generations: GenerationRow
}

export interface GenerationQuery extends ListQuery {
  status?: GenerationStatus | undefined
}

const orders = {
  status: { column: 'status' },
  made: { column: 'made' },
  createdAt: { column: 'createdAt' },
} as const satisfies Record<(typeof generationSorts)[number], object>

const usesLora = (name: string) => sql<SqlBool>`exists (
  select 1 from ${dialect.elements(dialect.jsonAt('generations.config', 'loras'))} as "lora"
  where ${dialect.textAt('lora.value', 'name')} = ${name} and ${dialect.isTrueAt('lora.value', 'enabled')})`

export type GenerationStore = ReturnType<typeof createGenerationStore>

export function createGenerationStore(database: Database) {
  const query = database.query<Tables>()
  const reader = database.reader<Tables>()
  const ids = () => query.selectFrom('generations').select('id')
  const unended = () => ids().where('status', 'in', [...unendedStatuses])
  const exists = async (rows: ReturnType<typeof ids>) => (await rows.executeTakeFirst()) !== undefined
  return {
    byId: (id: string) => query.selectFrom('generations').selectAll().where('id', '=', id).executeTakeFirst(),
    page(spaceId: string, { status, ...filters }: GenerationQuery) {
      const all = reader
        .selectFrom('generations')
        .selectAll()
        .where('spaceId', '=', spaceId)
        .where('deletedAt', 'is', null)
      const some = status === undefined ? all : all.where('status', '=', status)
      const rows = narrow(some, filters, [contains('name', filters.search ?? '')])
      return readPage(rows, { ...filters, sort: orderOf(orders, filters.sort, '-createdAt') })
    },
    hasFolder: (spaceId: string, folder: string) =>
      exists(ids().where('spaceId', '=', spaceId).where('folder', '=', folder)),
    async workflowName(version: string): Promise<string | undefined> {
      const rows = query.selectFrom('generations').select('workflowName').where('workflowVersion', '=', version)
      return (await rows.orderBy('createdAt', 'desc').limit(1).executeTakeFirst())?.workflowName
    },
    otherUnended: (spaceId: string, id: string) =>
      exists(unended().where('spaceId', '=', spaceId).where('id', '!=', id)),
    isLoraInUse: (name: string) => exists(unended().where(usesLora(name))),
    withLora: (name: string, limit: number) =>
      query
        .selectFrom('generations')
        .select(['id', 'spaceId', 'name', 'config', 'createdAt'])
        .where('deletedAt', 'is', null)
        .where(usesLora(name))
        .orderBy('createdAt', 'desc')
        .limit(limit)
        .execute(),
    add: (row: GenerationRow) => query.insertInto('generations').values(row).execute(),
    update: (id: string, set: Partial<GenerationRow>) =>
      query.updateTable('generations').set(set).where('id', '=', id).execute(),
    async step(id: string, to: GenerationStatus, set: Partial<GenerationRow> = {}): Promise<boolean> {
      const changed = await query
        .updateTable('generations')
        .set({ ...set, status: to })
        .where('id', '=', id)
        .where('status', 'in', generationStatus.sources(to))
        .executeTakeFirst()
      return changed.numUpdatedRows > 0n
    },
    addToCounters: (id: string, counts: Partial<Pick<GenerationRow, 'made' | 'kept' | 'aside' | 'failed'>>) =>
      query.updateTable('generations').set(increments(counts)).where('id', '=', id).execute(),
    counters: () => reader.selectFrom('generations').select(['id', 'made', 'kept', 'aside', 'failed']).execute(),
  }
}
