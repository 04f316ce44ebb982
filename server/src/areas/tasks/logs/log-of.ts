import { fail } from '@vermilion/contract/kernel/errors'
import { withTimeout } from '#platform/time-out'
import { instanceNames } from '../running/instances.ts'
import { messageOf } from '../running/endings.ts'
import type { LogPlace } from './log-part.ts'
import type { Tasks } from '../service.ts'

/**
 * Reads the first instance by default. Fails as `task.not-found`, `task.log-missing` and `task.instance-not-found`; reading fails
 * as `task.log-away`.
 */
export async function logOf(
  tasks: Pick<Tasks, 'row' | 'executorOf' | 'files'>,
  taskId: string,
  instance: string | undefined,
): Promise<LogPlace> {
  const row = await tasks.row(taskId)
  const { handle } = row
  if (handle === null) throw fail('task.log-missing', { taskId })
  const names = instanceNames(row)
  const name = instance ?? names[0] ?? ''
  if (!names.includes(name)) throw fail('task.instance-not-found', { instance: name })
  await tasks.files.at(taskId, 'log')
  const { logs, logFile } = await tasks.executorOf(row)
  const readLogs: typeof logs = (...part) =>
    withTimeout(logs(...part)).catch((error: unknown) => {
      throw fail('task.log-away', { problem: messageOf(error) })
    })
  return { executor: { logs: readLogs, logFile }, handle, instance: name }
}
