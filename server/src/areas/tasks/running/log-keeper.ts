import { fail } from '@vermilion/contract/kernel/errors'
import type { Executor } from '#areas/executors'
import { withTimeout } from '#platform/time-out'
import { messageOf } from './endings.ts'

export type LogKeeper = Pick<Executor, 'logs' | 'logFile'>

export const logKeeper = (executor: LogKeeper): LogKeeper => ({
  logFile: executor.logFile,
  logs: (handle, instance, part) =>
    withTimeout(executor.logs(handle, instance, part)).catch((error: unknown) => {
      throw fail('task.log-away', { problem: messageOf(error) })
    }),
})
