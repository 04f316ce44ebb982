import type { Artifact } from '@vermilion/contract/rollouts/artifacts'
import type { Rollout, rolloutSorts, RolloutStatus } from '@vermilion/contract/rollouts'
import { rolloutDeviceStatuses } from '@vermilion/contract/rollouts/devices'
import type { RolloutOptions } from '@vermilion/contract/rollouts/creation'
import type { ListQuery } from '@vermilion/contract/kernel/page'
import type { Text } from '@vermilion/contract/kernel/text'
import { type JsonText, readJson } from '#platform/database/columns'
import type { Database } from '#platform/database/database'
import { alphabetical, narrow, orderOf } from '#platform/database/list'
import { contains } from '#platform/database/match'
import { readPage } from '#platform/database/page'
import { currentPhase, type DeviceCount, failuresIn } from './engine/phases.ts'
import { isEnded, type StoredPhase } from './rules.ts'

export interface RolloutRow extends Pick<
  Rollout,
  'id' | 'name' | 'artifactId' | 'modelId' | 'status' | 'creator' | 'createdAt' | 'startedAt' | 'endedAt' | 'updatedAt'
> {
  artifact: JsonText<Artifact>
  reason: JsonText<Text> | null
  options: JsonText<RolloutOptions>
  phases: JsonText<StoredPhase[]>
  acceptedFailures: number
  actor: string
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

const total = (counts: readonly DeviceCount[], isCounted: (count: DeviceCount) => boolean = () => true) =>
  counts.reduce((sum, count) => sum + (isCounted(count) ? count.devices : 0), 0)

export function toRollout(row: RolloutRow, counts: readonly DeviceCount[], now: number): Rollout {
  const {
    artifact: artifactText,
    reason,
    options,
    phases: phaseText,
    acceptedFailures: _accepted,
    actor: _actor,
    ...plain
  } = row
  const artifact = readJson(artifactText)
  const phases = readJson(phaseText)
  const { current, waitsUntil } = currentPhase(phases, now)
  const byStatus = rolloutDeviceStatuses.map((status) => [status, total(counts, (count) => count.status === status)])
  return {
    ...plain,
    artifactKind: artifact.kind,
    artifactName: artifact.name,
    artifactVersion: artifact.version,
    artifactSize: artifact.size,
    reason: reason && readJson(reason),
    options: readJson(options),
    devices: total(counts),
    counts: Object.fromEntries(byStatus) as Rollout['counts'],
    failures: failuresIn(counts),
    phases: phases.map((phase, index) => {
      const own = counts.filter((count) => count.phase === index)
      return {
        ...phase,
        succeeded: total(own, ({ status }) => status === 'success'),
        failed: total(own, ({ hasFailed }) => hasFailed === 1),
        ended: total(own, ({ status }) => isEnded(status)),
      }
    }),
    phase: current,
    waitsUntil: row.status === 'running' ? waitsUntil : null,
  }
}
