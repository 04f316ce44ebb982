import { say } from '@vermilion/contract/kernel/text'
import type { Text } from '@vermilion/contract/kernel/text'
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
  'device-away': 'device-away',
}

export function problemOf(error: unknown): PoolProblem {
  const { code, statusCode } = Object(error) as { code?: unknown; statusCode?: unknown }
  const isRefused = statusCode === 401 || statusCode === 403
  const cause = isRefused ? 'not-permitted' : (byCode[String(code)] ?? 'other')
  return { cause, detail: messageOf(error) }
}

export function problemText({ cause, detail }: PoolProblem): Text {
  const text = poolProblems[cause]
  return { en: say(text, 'en-US', { detail }), zh: say(text, 'zh-CN', { detail }) }
}
