import { fail } from '@vermilion/contract/kernel/errors'
import { instancesOf } from '../instances.ts'
import type { LogPlace } from '../log-part.ts'
import type { Tasks } from '../service.ts'

/**
 * The log of an instance of a task, of its first one when none is named. Fails as `task.not-found`, `task.log-missing`
 * and `task.instance-not-found`.
 */
export async function logOf(tasks: Tasks, taskId: string, instance: string | undefined): Promise<LogPlace> {
  const row = await tasks.row(taskId)
  const { handle } = row
  if (handle === null) throw fail('task.log-missing', { taskId })
  const executor = await tasks.executorOf(row)
  const instances = await instancesOf(row, { executor, file: tasks.folders(taskId).instances })
  const names = instances.map(({ name }) => name)
  const name = instance ?? names[0] ?? ''
  if (!names.includes(name)) throw fail('task.instance-not-found', { instance: name })
  return { executor, handle, instance: name }
}
