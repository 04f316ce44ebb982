import { join } from 'node:path'

/** Where a task's things lie below the folder of all tasks. The executor keeps `log` and `supervisor` beside them. */
export function taskFolders(tasksFolder: string, taskId: string) {
  const folder = join(tasksFolder, taskId)
  const data = join(folder, 'data')
  return {
    folder,
    data,
    output: join(folder, 'output'),
    log: join(folder, 'log'),
    /** Of each thing that it reads; the first has the plain name. */
    mount: (position: number) => (position === 0 ? data : `${data}-${position}`),
    /** Where the port lies that the instances of an attempt meet at. */
    port: (attempt: string) => join(folder, `port-${attempt}`),
    /** What the last run's instances were, once it is over. */
    instances: join(folder, 'instances.json'),
  }
}
