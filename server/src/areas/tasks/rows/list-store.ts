import type { ListQuery, PageQuery } from '@vermilion/contract/kernel/page'
import type { Task, TaskKind, taskSorts, TaskStatus } from '@vermilion/contract/tasks'
import { sql } from 'kysely'
import type { SqlBool } from 'kysely'
import { readJson } from '#platform/database/columns'
import type { Database } from '#platform/database/database'
import { dialect } from '#platform/database/dialect'
import { alphabetical, narrow, orderOf } from '#platform/database/list'
import { contains } from '#platform/database/match'
import { readPage } from '#platform/database/page'
import { instanceCount } from '../pools/claims.ts'
import type { ExternalTables } from '../external/external-store.ts'
import type { SweepTables } from '../sweeps/store.ts'
import type { TaskRow, TaskTables } from './task-row.ts'

export interface TaskQuery extends ListQuery {
  status?: TaskStatus | undefined
  kind?: TaskKind | undefined
  pool?: string | undefined
  creator?: string | undefined
  parent?: string | undefined
  sweep?: string | undefined
}

export interface TaskTimes extends Pick<TaskRow, 'creator' | 'pool' | 'createdAt' | 'startedAt' | 'endedAt'> {
  accelerators: number
}

export type DataOf = Pick<Task['dataSource'], 'kind' | 'id'>

export interface ReadersQuery extends PageQuery {
  kind?: TaskKind | undefined
}

const orders = {
  name: { column: 'name', by: alphabetical },
  priority: { column: 'priority' },
  createdAt: { column: 'createdAt' },
} as const satisfies Record<(typeof taskSorts)[number], object>

const mounts = ({ kind, id }: DataOf) =>
  sql<SqlBool>`exists (select 1 from ${dialect.elements('tasks.mounts')} as "mount"
    where ${dialect.textAt('mount.value', 'kind')} = ${kind} and ${dialect.textAt('mount.value', 'id')} = ${id})`

// oxlint-disable-next-line max-lines-per-function -- one list of statements
export function createTaskListStore(database: Database) {
  const query = database.query<TaskTables>()
  const reader = database.reader<ExternalTables & SweepTables>()
  return {
    page: ({ status, kind, pool, creator, parent, sweep, ...taskQuery }: TaskQuery) => {
      let rows = reader.selectFrom('tasks').selectAll()
      if (status !== undefined) rows = rows.where('status', '=', status)
      if (kind !== undefined) rows = rows.where('kind', '=', kind)
      if (pool !== undefined) rows = rows.where('pool', '=', pool)
      if (creator !== undefined) rows = rows.where('creator', '=', creator)
      if (parent !== undefined)
        rows = rows.where(({ exists, selectFrom }) =>
          exists(
            selectFrom('externalRuns')
              .whereRef('externalRuns.taskId', '=', 'tasks.id')
              .where('parentId', '=', parent)
              .select('taskId'),
          ),
        )
      if (sweep !== undefined)
        rows = rows.where(({ exists, selectFrom }) =>
          exists(
            selectFrom('sweepTrials')
              .whereRef('sweepTrials.taskId', '=', 'tasks.id')
              .where('sweepId', '=', sweep)
              .select('number'),
          ),
        )
      const selected = narrow(rows, taskQuery, [contains('name', taskQuery.search ?? '')])
      return readPage(selected, { ...taskQuery, sort: orderOf(orders, taskQuery.sort, '-createdAt') })
    },

    async timesBetween(from: string, to: string): Promise<TaskTimes[]> {
      const rows = await reader
        .selectFrom('tasks')
        .select(['creator', 'pool', 'createdAt', 'startedAt', 'endedAt', 'acceleratorCount', 'instances'])
        .where('createdAt', '<', to)
        .where('kind', '!=', 'external')
        .where((row) => row.or([row('endedAt', 'is', null), row('endedAt', '>', from)]))
        .orderBy('createdAt')
        .orderBy('id')
        .execute()
      return rows.map(({ acceleratorCount, instances, ...times }) => ({
        ...times,
        accelerators: acceleratorCount * instanceCount(readJson(instances)),
      }))
    },

    statusCounts: () =>
      reader
        .selectFrom('tasks')
        .select((row) => ['status', row.fn.countAll<number>().as('count')])
        .groupBy('status')
        .execute(),

    /** When the first of the tasks was created that wait in each pool; `forAccelerators` only those that need one. */
    queues: ({ forAccelerators }: { forAccelerators: boolean }) =>
      query
        .selectFrom('tasks')
        .select((row) => ['pool', row.fn.min('createdAt').as('since')])
        .where('status', '=', 'queuing')
        .where('acceleratorCount', '>=', forAccelerators ? 1 : 0)
        .groupBy('pool')
        .execute(),

    byIds: (ids: readonly string[]) =>
      query
        .selectFrom('tasks')
        .selectAll()
        .where('id', 'in', [...ids])
        .execute(),

    succeeded: (image: string, pool: string) =>
      reader
        .selectFrom('tasks')
        .select(['parameters', 'imageCount', 'startedAt', 'endedAt'])
        .where('image', '=', image)
        .where('pool', '=', pool)
        .where('status', '=', 'success')
        .where('imageCount', 'is not', null)
        .where('restartCount', '=', 0)
        .where('resumes', '=', 0)
        .orderBy('createdAt', 'desc')
        .limit(50)
        .execute(),

    async creators(): Promise<string[]> {
      const rows = reader.selectFrom('tasks').select('creator').distinct().orderBy('creator')
      return (await rows.execute()).map(({ creator }) => creator)
    },

    readers: (source: DataOf, { kind, ...taskQuery }: ReadersQuery) => {
      let rows = reader
        .selectFrom('tasks')
        .selectAll()
        .where((row) =>
          row.or([row.and([row('dataId', '=', source.id), row('dataKind', '=', source.kind)]), mounts(source)]),
        )
      if (kind !== undefined) rows = rows.where('kind', '=', kind)
      return readPage(rows, { ...taskQuery, sort: orderOf(orders, undefined, '-createdAt') })
    },

    orders(source?: DataOf) {
      const rows = reader.selectFrom('tasks').select(['name', 'mounts'])
      return (source === undefined ? rows : rows.where(mounts(source))).stream()
    },

    async activeData(kind: TaskKind, dataKind: TaskRow['dataKind'], ids?: readonly string[]): Promise<Set<string>> {
      if (ids?.length === 0) return new Set()
      const rows = await query
        .selectFrom('tasks')
        .select('dataId')
        .distinct()
        .where('status', 'in', ['queuing', 'running'])
        .where('kind', '=', kind)
        .where('dataKind', '=', dataKind)
        .$if(ids !== undefined, (some) => some.where('dataId', 'in', [...(ids ?? [])]))
        .execute()
      const mounted = await reader
        .selectFrom('tasks')
        .select('mounts')
        .where('status', 'in', ['queuing', 'running'])
        .where('kind', '=', kind)
        .where(sql<number>`(select count(*) from ${dialect.elements('mounts')} as "mount")`, '>', 1)
        .execute()
      const others = mounted.flatMap((row) => readJson(row.mounts).filter((mount) => mount.kind === dataKind))
      const all = new Set([...rows.map((row) => row.dataId), ...others.map(({ id }) => id)])
      return ids === undefined ? all : new Set(ids.filter((id) => all.has(id)))
    },

    shown: (creator: string, since: string) =>
      reader
        .selectFrom('tasks')
        .selectAll()
        .where('creator', '=', creator)
        .where('kind', '!=', 'external')
        .where((row) => row.or([row('status', 'in', ['queuing', 'running']), row('endedAt', '>', since)]))
        .orderBy('createdAt', 'desc')
        .limit(100)
        .execute(),
  }
}
