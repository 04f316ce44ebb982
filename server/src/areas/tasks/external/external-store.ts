import type { Database } from '#platform/database/database'
import type { JsonText } from '#platform/database/columns'
import type { TaskRow, TaskTables } from '../rows/task-row.ts'

export interface ExternalRunRow {
  taskId: string
  experimentId: string
  parentId: string | null
  host: string
  userName: string
  client: string
  heardAt: string
  deletedAt: string | null
}

export interface ExperimentRow {
  id: string
  name: string
  tags: JsonText<Record<string, string>>
  createdAt: string
  updatedAt: string
  deletedAt: string | null
}

export interface ExternalTables extends TaskTables {
  externalRuns: ExternalRunRow
  experiments: ExperimentRow
}

export interface ExternalTask {
  task: TaskRow
  run: ExternalRunRow
}

export function createExternalStore(database: Database) {
  const query = database.query<ExternalTables>()
  const reader = database.reader<ExternalTables>()
  return {
    add: (row: ExternalRunRow) => query.insertInto('externalRuns').values(row).execute(),
    async find(taskId: string): Promise<ExternalTask | undefined> {
      const run = await query.selectFrom('externalRuns').selectAll().where('taskId', '=', taskId).executeTakeFirst()
      const task = run && (await query.selectFrom('tasks').selectAll().where('id', '=', taskId).executeTakeFirst())
      return task && { task, run }
    },
    change: (taskId: string, change: Partial<Omit<ExternalRunRow, 'taskId'>>) =>
      query.updateTable('externalRuns').set(change).where('taskId', '=', taskId).execute(),

    presented: (taskIds: readonly string[]) =>
      query
        .selectFrom('externalRuns')
        .innerJoin('experiments', 'experiments.id', 'externalRuns.experimentId')
        .leftJoin('tasks as parents', 'parents.id', 'externalRuns.parentId')
        .selectAll('externalRuns')
        .select(({ selectFrom }) => [
          'experiments.name as experiment',
          'parents.name as parentName',
          selectFrom('externalRuns as nested')
            .whereRef('nested.parentId', '=', 'externalRuns.taskId')
            .select(({ fn }) => fn.countAll<number>().as('count'))
            .as('nestedRuns'),
        ])
        .where('externalRuns.taskId', 'in', [...taskIds])
        .execute(),

    /** The latest runs of these experiments, newest first. */
    async latest(experimentIds: readonly string[], limit: number): Promise<ExternalTask[]> {
      if (experimentIds.length === 0) return []
      const runs = await reader
        .selectFrom('externalRuns')
        .innerJoin('tasks', 'tasks.id', 'externalRuns.taskId')
        .selectAll('externalRuns')
        .where('experimentId', 'in', [...experimentIds])
        .orderBy('tasks.createdAt', 'desc')
        .limit(limit)
        .execute()
      const ids = runs.map(({ taskId }) => taskId)
      const tasks =
        ids.length === 0 ? [] : await reader.selectFrom('tasks').selectAll().where('id', 'in', ids).execute()
      const byId = new Map(tasks.map((task) => [task.id, task]))
      return runs.flatMap((run) => {
        const task = byId.get(run.taskId)
        return task === undefined ? [] : [{ task, run }]
      })
    },

    experiments: () => query.selectFrom('experiments').selectAll().orderBy('createdAt', 'desc').execute(),
    experiment: (id: string) => query.selectFrom('experiments').selectAll().where('id', '=', id).executeTakeFirst(),
    experimentNamed: (name: string) =>
      query.selectFrom('experiments').selectAll().where('name', '=', name).executeTakeFirst(),
    addExperiment: (row: ExperimentRow) => query.insertInto('experiments').values(row).execute(),
    changeExperiment: (id: string, change: Partial<Omit<ExperimentRow, 'id'>>) =>
      query.updateTable('experiments').set(change).where('id', '=', id).execute(),
  }
}
