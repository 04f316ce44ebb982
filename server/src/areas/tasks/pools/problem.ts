import { say } from '@vermilion/contract/kernel/text'
import type { Language, Text } from '@vermilion/contract/kernel/text'
import { poolProblems } from '@vermilion/contract/tasks/pool-problems'
import type { PoolProblemCause } from '@vermilion/contract/tasks/pool-problems'
import type { PoolProblem } from '@vermilion/contract/tasks/pools'
import { messageOf } from '../running/endings.ts'

const byCode: Readonly<Record<string, PoolProblemCause>> = {
  ECONNREFUSED: 'connection-refused',
  ENOENT: 'socket-missing',
  ENOTFOUND: 'host-unknown',
  EAI_AGAIN: 'host-unknown',
  EHOSTUNREACH: 'host-unreachable',
  ENETUNREACH: 'host-unreachable',
  ETIMEDOUT: 'timeout',
  EACCES: 'not-permitted',
  EPERM: 'not-permitted',
  ENOSPC: 'disk-full',
  EDQUOT: 'disk-full',
  'device-away': 'device-away',
}

export function problemOf(error: unknown): PoolProblem {
  const { code, statusCode, text } = Object(error) as { code?: unknown; statusCode?: unknown; text?: Text }
  // What an executor says itself says what to do, unlike the statuses of container engines.
  const isRefused = text === undefined && (statusCode === 401 || statusCode === 403)
  const cause = isRefused ? 'not-permitted' : (byCode[String(code)] ?? 'other')
  const detail = messageOf(error)
  const sayIn = (language: Language, own = detail) => {
    const advice = say(poolProblems[cause], language, { detail: own })
    return cause === 'other' || cause === 'device-away' ? advice : `${advice} (${own})`
  }
  return { cause, detail, text: { en: sayIn('en-US', text?.en), zh: sayIn('zh-CN', text?.zh) } }
}
