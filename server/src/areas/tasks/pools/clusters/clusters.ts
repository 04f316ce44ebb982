import { fail } from '@vermilion/contract/kernel/errors'
import type { Cluster } from '@vermilion/contract/tasks/pools'
import type { ClusterReading, Executor } from '#areas/executors'
import type { Clock } from '#platform/clock'
import { withTimeout } from '#platform/time-out'
import type { TaskStore } from '../../store.ts'
import type { Executors } from '../executors.ts'
import type { PoolRow } from '../pool-store.ts'
import { problemOf } from '../problem.ts'

/** In milliseconds. */
const lifetime = 5_000
const timeoutMs = 10_000
const maxPending = 200
const unknown: Cluster = { nodes: [], pending: [], missing: null, away: null }

/** Asks a cluster for all who look within a few seconds at once, and remembers its last answer. */
export function createClusters(clock: Clock, executors: Executors, tasks: Pick<TaskStore, 'byIds'>) {
  const readings = new WeakMap<Executor, { at: number; cluster: Promise<Cluster> }>()

  /** The name of a task's run is the id of the task. */
  async function presentPending(pending: ClusterReading['pending']): Promise<Cluster['pending']> {
    const groups = Map.groupBy(pending, ({ handle, reason }) => handle ?? ` ${reason}`)
    const some = [...groups.values()].toSorted(([one], [other]) => Number(!one?.handle) - Number(!other?.handle))
    const rows = some.slice(0, maxPending).map((group) => ({ ...group[0]!, count: group.length }))
    const ids = rows.flatMap(({ handle }) => handle?.split('/')[0] ?? [])
    const names = new Map((ids.length === 0 ? [] : await tasks.byIds(ids)).map(({ id, name }) => [id, name]))
    return rows.map(({ handle, reason, count }) => {
      const id = handle?.split('/')[0] ?? ''
      const name = names.get(id)
      return { isOurs: handle !== null, task: name === undefined ? null : { id, name }, reason, count }
    })
  }

  async function read(row: PoolRow, response: Promise<ClusterReading>, last: Promise<Cluster>): Promise<Cluster> {
    try {
      const { nodes, missing, pending } = await withTimeout(response, { timeoutMs })
      return { nodes, missing, pending: await presentPending(pending), away: null }
    } catch (error) {
      const earlier = await last
      const since = earlier.away?.since ?? new Date(executors.awaySince(row) ?? clock.now()).toISOString()
      return { ...earlier, away: { problem: problemOf(error), since } }
    }
  }

  return async function clusterOf(row: PoolRow): Promise<Cluster> {
    const executor = executors.of(row)
    const last = readings.get(executor)
    if (last !== undefined && clock.now() - last.at < lifetime) return last.cluster
    if (executor.cluster === undefined) throw fail('pool.no-cluster', { pool: row.name })
    const cluster = read(row, executor.cluster(), last?.cluster ?? Promise.resolve(unknown))
    readings.set(executor, { at: clock.now(), cluster })
    return cluster
  }
}
