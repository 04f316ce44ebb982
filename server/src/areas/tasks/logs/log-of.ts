import { fail } from '@vermilion/contract/kernel/errors'
import { logKeeper } from '../running/log-keeper.ts'
import { instanceNames } from '../running/instances.ts'
import type { LogPlace } from '../running/log-part.ts'
import type { Tasks } from '../service.ts'

/**
 * Reads the first instance by default. Fails as `task.not-found`, `task.log-missing` and `task.instance-not-found`; reading fails
 * as `task.log-away`.
 */
export async function logOf(tasks: Tasks, taskId: string, instance: string | undefined): Promise<LogPlace> {
  const row = await tasks.row(taskId)
  const { handle } = row
  if (handle === null) throw fail('task.log-missing', { taskId })
  const names = instanceNames(row)
  const name = instance ?? names[0] ?? ''
  if (!names.includes(name)) throw fail('task.instance-not-found', { instance: name })
  return { executor: logKeeper(await tasks.executorOf(row)), handle, instance: name }
}
