import type { ListQuery } from '@vermilion/contract/kernel/page'
import type { Text } from '@vermilion/contract/kernel/text'
import type { SearchSpace } from '@vermilion/contract/tasks/sweeps/space'
import type {
  Direction,
  StopRule,
  SweepEnd,
  SweepMethod,
  SweepState,
  TrialStop,
} from '@vermilion/contract/tasks/sweeps/sweeps'
import type { JsonText } from '#platform/database/columns'
import type { Database } from '#platform/database/database'
import { alphabetical, narrow, orderOf } from '#platform/database/list'
import { contains } from '#platform/database/match'
import { readPage } from '#platform/database/page'
import type { TaskRow, TaskTables } from '../rows/task-row.ts'

export interface SweepRow {
  id: string
  name: string
  method: SweepMethod
  state: SweepState
  end: SweepEnd | null
  problem: JsonText<Text> | null
  space: JsonText<SearchSpace>
  count: number
  concurrency: number
  stopRule: JsonText<StopRule>
  timeBudgetSeconds: number | null
  metric: string | null
  direction: Direction | null
  seed: number
  /** The row of a task that its trials are copies of, with sealed secrets. */
  template: JsonText<TaskRow>
  /** Until `runningSince`. */
  spentMs: number
  /** Null while it does not run. */
  runningSince: string | null
  creator: string
  createdAt: string
  endedAt: string | null
}

export interface TrialRow {
  sweepId: string
  /** From 1. */
  number: number
  taskId: string | null
  parameters: JsonText<Record<string, number>>
  seed: number | null
  /** Null until its task is over and its figures are written here. */
  outcome: 'success' | 'failed' | 'stopped' | null
  /** Written before the task is asked to stop, so that a restart stops it for the same reason. */
  stop: JsonText<TrialStop> | null
  value: number | null
  figures: JsonText<Record<string, number>>
  curve: JsonText<number[]>
  rungs: number
  createdAt: string
  endedAt: string | null
}

export interface SweepTables extends TaskTables {
  sweeps: SweepRow
  sweepTrials: TrialRow
}

/** A trial with what its task says of it; null where that was deleted. */
export type TrialWithTask = TrialRow & { [Name in 'status' | 'headline' | 'modelId']: TaskRow[Name] | null }

export type TrialResult = Pick<TrialRow, 'sweepId' | 'number' | 'outcome' | 'value'>

export type SweepStore = ReturnType<typeof createSweepStore>

export interface SweepQuery extends ListQuery {
  method?: SweepMethod | undefined
  state?: SweepState | undefined
}

const orders = { name: { column: 'name', by: alphabetical }, createdAt: { column: 'createdAt' } } as const

export function createSweepStore(database: Database) {
  const query = database.query<SweepTables>()
  const reader = database.reader<SweepTables>()
  const trials = () =>
    query
      .selectFrom('sweepTrials')
      .leftJoin('tasks', 'tasks.id', 'sweepTrials.taskId')
      .selectAll('sweepTrials')
      .select(['tasks.status', 'tasks.headline', 'tasks.modelId'])
      .orderBy('number')
  return {
    add: (row: SweepRow) => query.insertInto('sweeps').values(row).execute(),
    find: (id: string) => query.selectFrom('sweeps').selectAll().where('id', '=', id).executeTakeFirst(),
    byIds: (ids: readonly string[]) =>
      query
        .selectFrom('sweeps')
        .selectAll()
        .where('id', 'in', [...ids])
        .execute(),
    page({ method, state, ...request }: SweepQuery) {
      let rows = reader.selectFrom('sweeps').selectAll()
      if (method !== undefined) rows = rows.where('method', '=', method)
      if (state !== undefined) rows = rows.where('state', '=', state)
      const selected = narrow(rows, request, [contains('name', request.search ?? '')])
      return readPage(selected, { ...request, sort: orderOf(orders, request.sort, '-createdAt') })
    },
    change: (id: string, change: Partial<Omit<SweepRow, 'id'>>) =>
      query.updateTable('sweeps').set(change).where('id', '=', id).execute(),
    /** Changes it only while it is in this state. */
    async step(id: string, from: SweepState, change: Partial<Omit<SweepRow, 'id'>>): Promise<boolean> {
      const result = query.updateTable('sweeps').set(change).where('id', '=', id).where('state', '=', from)
      return (await result.executeTakeFirst()).numUpdatedRows > 0n
    },
    remove: (id: string) => query.deleteFrom('sweeps').where('id', '=', id).execute(),
    /** Sweeps that run, and those with trials whose end is not written yet. */
    open: () =>
      query
        .selectFrom('sweeps')
        .selectAll()
        .where(({ or, eb, exists, selectFrom }) =>
          or([
            eb('state', '=', 'running'),
            exists(
              selectFrom('sweepTrials')
                .whereRef('sweepTrials.sweepId', '=', 'sweeps.id')
                .where('outcome', 'is', null)
                .select('number'),
            ),
          ]),
        )
        .orderBy('createdAt')
        .execute(),

    addTrial: (row: TrialRow) => query.insertInto('sweepTrials').values(row).execute(),
    trialsOf: (sweepIds: readonly string[]): Promise<TrialWithTask[]> =>
      trials()
        .where('sweepId', 'in', [...sweepIds])
        .execute(),
    /** Without their curves, figures and parameters, for lists. */
    resultsOf: (sweepIds: readonly string[]): Promise<TrialResult[]> =>
      reader
        .selectFrom('sweepTrials')
        .select(['sweepId', 'number', 'outcome', 'value'])
        .where('sweepId', 'in', [...sweepIds])
        .execute(),
    trialsOfTasks: (taskIds: readonly string[]) =>
      query
        .selectFrom('sweepTrials')
        .selectAll()
        .where('taskId', 'in', [...taskIds])
        .execute(),
    async changeTrial({ sweepId, number }: Pick<TrialRow, 'sweepId' | 'number'>, change: Partial<TrialRow>) {
      await query
        .updateTable('sweepTrials')
        .set(change)
        .where('sweepId', '=', sweepId)
        .where('number', '=', number)
        .execute()
    },
  }
}
