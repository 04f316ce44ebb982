import type { Artifact } from '@vermilion/contract/rollouts/artifacts'
import type { rolloutSorts, RolloutStatus } from '@vermilion/contract/rollouts'
import type { RolloutOptions } from '@vermilion/contract/rollouts/creation'
import type { ListQuery } from '@vermilion/contract/kernel/page'
import type { Text } from '@vermilion/contract/kernel/text'
import type { JsonText } from '#platform/database/columns'
import type { Database } from '#platform/database/database'
import { alphabetical, narrow, orderOf } from '#platform/database/list'
import { contains } from '#platform/database/match'
import { readPage } from '#platform/database/page'
import type { PlannedPhase } from './rules.ts'

export interface StoredPhase extends PlannedPhase {
  readonly doneAt: string | null
}

export interface RolloutRow {
  id: string
  name: string
  artifactId: string
  artifact: JsonText<Artifact>
  modelId: string | null
  status: RolloutStatus
  reason: JsonText<Text> | null
  options: JsonText<RolloutOptions>
  phases: JsonText<StoredPhase[]>
  acceptedFailures: number
  creator: string
  actor: string
  createdAt: string
  startedAt: string | null
  endedAt: string | null
  updatedAt: string
}

export interface RolloutQuery extends ListQuery {
  status?: RolloutStatus | undefined
  artifactId?: string | undefined
  modelId?: string | undefined
}

const orders = {
  name: { column: 'name', by: alphabetical },
  status: { column: 'status' },
  createdAt: { column: 'createdAt' },
} as const satisfies Record<(typeof rolloutSorts)[number], object>

export type RolloutStore = ReturnType<typeof createRolloutStore>

export function createRolloutStore(database: Database) {
  const query = database.query<{ rollouts: RolloutRow }>()
  return {
    byId: (id: string) => query.selectFrom('rollouts').selectAll().where('id', '=', id).executeTakeFirst(),
    withStatus: (statuses: readonly RolloutStatus[]) =>
      query.selectFrom('rollouts').select('id').where('status', 'in', statuses).execute(),
    add: (row: RolloutRow) => query.insertInto('rollouts').values(row).execute(),
    update: (id: string, set: Partial<RolloutRow>) =>
      query.updateTable('rollouts').set(set).where('id', '=', id).execute(),
    remove: (id: string) => query.deleteFrom('rollouts').where('id', '=', id).execute(),
    page({ status, artifactId, modelId, ...filters }: RolloutQuery) {
      let rows = database.reader<{ rollouts: RolloutRow }>().selectFrom('rollouts').selectAll()
      if (status !== undefined) rows = rows.where('status', '=', status)
      if (artifactId !== undefined) rows = rows.where('artifactId', '=', artifactId)
      if (modelId !== undefined) rows = rows.where('modelId', '=', modelId)
      const narrowed = narrow(rows, filters, [contains('name', filters.search ?? '')])
      return readPage(narrowed, { ...filters, sort: orderOf(orders, filters.sort, '-createdAt') })
    },
  }
}
