import { join } from 'node:path'

/** Where a task's things lie below the folder of all tasks. The executor keeps `log` and `supervisor` beside them. */
export function taskFolders(tasksFolder: string, taskId: string) {
  const folder = join(tasksFolder, taskId)
  return {
    folder,
    data: join(folder, 'data'),
    output: join(folder, 'output'),
    log: join(folder, 'log'),
    /** What the last run's instances were, once it is over. */
    instances: join(folder, 'instances.json'),
  }
}
