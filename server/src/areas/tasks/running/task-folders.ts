import { join } from 'node:path'

/** The executor adds `log` and `supervisor` to the folder. */
export function taskFolders(tasksFolder: string, taskId: string) {
  const folder = join(tasksFolder, taskId)
  const data = join(folder, 'data')
  return {
    folder,
    data,
    output: join(folder, 'output'),
    log: join(folder, 'log'),
    mount: (position: number) => (position === 0 ? data : `${data}-${position}`),
    port: (attempt: string) => join(folder, `port-${attempt}`),
    instances: join(folder, 'instances.json'),
  }
}
