import { fail } from '@vermilion/contract/kernel/errors'
import type { Executor } from '#areas/resources'
import { messageOf } from './endings.ts'

/** Milliseconds that somebody who looks waits for an executor. */
const defaultTimeout = 5_000

/** What an executor answers, if it does so in good time. What holds something open and comes late is handed to `tooLate`. */
export async function withTimeout<Answer>(
  response: Promise<Answer>,
  { tooLate, most: timeoutMs = defaultTimeout }: { tooLate?: (reply: Answer) => void; most?: number } = {},
): Promise<Answer> {
  let isLate = false
  if (tooLate !== undefined) void response.then((came) => isLate && tooLate(came)).catch(() => undefined)
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    isLate = true
    late.reject(Object.assign(new Error('it does not answer'), { code: 'ETIMEDOUT' }))
  }, timeoutMs)
  try {
    return await Promise.race([response, late.promise])
  } finally {
    clearTimeout(timer)
  }
}

/** Where logs are read. Fails as `task.log-away` while what keeps them cannot be reached. */
export type LogKeeper = Pick<Executor, 'logs' | 'logFile'>

export const logKeeper = (executor: LogKeeper): LogKeeper => ({
  logFile: executor.logFile,
  logs: (handle, instance, part) =>
    withTimeout(executor.logs(handle, instance, part)).catch((error: unknown) => {
      throw fail('task.log-away', { problem: messageOf(error) })
    }),
})
