import { batchesOf } from '#platform/batches'
import type { Database } from '#platform/database/database'
import type { TaskRow, TaskTables } from '../rows/task-row.ts'

export interface TaskFileRow {
  taskId: string
  /** Below the task's folder. */
  path: string
  checksum: string
  size: number
  /** Microseconds since 1970. */
  modifiedAt: number
}

interface Tables extends TaskTables {
  /** `version` tells data folders whether theirs are the latest files of a task. */
  storedTasks: { taskId: string; version: string }
  taskFiles: TaskFileRow
  /** Parts of a running task's journal, by the byte at which each begins. */
  taskJournals: { taskId: string; position: number; lines: string }
}

const rowsAtOnce = 500

export type TaskFileStore = ReturnType<typeof createTaskFileStore>

export function createTaskFileStore(database: Database) {
  const query = database.query<Tables>()

  async function setVersion(taskId: string, version: string): Promise<void> {
    const row = query.insertInto('storedTasks').values({ taskId, version })
    await row.onConflict((conflict) => conflict.column('taskId').doUpdateSet({ version })).execute()
  }

  return {
    setVersion,

    version: async (taskId: string): Promise<string | undefined> =>
      (await query.selectFrom('storedTasks').select('version').where('taskId', '=', taskId).executeTakeFirst())
        ?.version,

    files: (taskId: string) =>
      database.reader<Tables>().selectFrom('taskFiles').selectAll().where('taskId', '=', taskId).execute(),

    file: (taskId: string, path: string) =>
      query
        .selectFrom('taskFiles')
        .selectAll()
        .where('taskId', '=', taskId)
        .where('path', '=', path)
        .executeTakeFirst(),

    /** Replaces all rows: a file that is not named is not one of the task any more. Journals are stored up to `journalSize`. */
    replace: (taskId: string, version: string, files: readonly TaskFileRow[], journalSize: number): Promise<void> =>
      database.transaction(async () => {
        await query.deleteFrom('taskFiles').where('taskId', '=', taskId).execute()
        for (const rows of batchesOf(files, rowsAtOnce)) await query.insertInto('taskFiles').values(rows).execute()
        await query
          .deleteFrom('taskJournals')
          .where('taskId', '=', taskId)
          .where('position', '<', journalSize)
          .execute()
        await setVersion(taskId, version)
      }),

    async add(row: TaskFileRow): Promise<void> {
      const { checksum, size, modifiedAt } = row
      const added = query.insertInto('taskFiles').values(row)
      await added
        .onConflict((conflict) => conflict.columns(['taskId', 'path']).doUpdateSet({ checksum, size, modifiedAt }))
        .execute()
    },

    async addToJournal(taskId: string, position: number, lines: string): Promise<void> {
      await query.insertInto('taskJournals').values({ taskId, position, lines }).execute()
    },

    journal: (taskId: string) =>
      database
        .reader<Tables>()
        .selectFrom('taskJournals')
        .selectAll()
        .where('taskId', '=', taskId)
        .orderBy('position')
        .execute(),

    /** Ended tasks whose files are not stored. */
    missing: (): Promise<Pick<TaskRow, 'id' | 'kind'>[]> =>
      database
        .reader<Tables>()
        .selectFrom('tasks')
        .leftJoin('storedTasks', 'storedTasks.taskId', 'tasks.id')
        .select(['tasks.id', 'tasks.kind'])
        .where('storedTasks.version', 'is', null)
        .where('tasks.status', 'not in', ['queuing', 'running'])
        .execute(),
  }
}
