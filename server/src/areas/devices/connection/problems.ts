import type { HostKey } from '@vermilion/contract/devices/access'
import type { DeviceProblem } from '@vermilion/contract/devices'
import { fail, type Failure } from '@vermilion/contract/kernel/errors'

export class ConnectFailed extends Error {
  readonly problem: DeviceProblem
  readonly shownHostKey: HostKey | null

  constructor(problem: DeviceProblem, detail: string, shownHostKey: HostKey | null = null) {
    super(detail)
    this.name = 'ConnectFailed'
    this.problem = problem
    this.shownHostKey = shownHostKey
  }
}

const bySystemCode: Readonly<Record<string, DeviceProblem>> = {
  ENOTFOUND: 'name-unresolved',
  EAI_AGAIN: 'name-unresolved',
  ECONNREFUSED: 'refused',
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable',
  EHOSTDOWN: 'unreachable',
  ETIMEDOUT: 'timed-out',
  ECONNRESET: 'connection-lost',
  EPIPE: 'connection-lost',
}

export function problemOf(error: Error & { level?: string; code?: string }): DeviceProblem {
  if (error.level === 'client-authentication') return 'authentication-failed'
  if (error.level === 'client-timeout') return 'timed-out'
  const byCode = bySystemCode[error.code ?? '']
  if (byCode !== undefined) return byCode
  if (error.level === 'agent') return 'authentication-failed'
  return error.level === 'client-socket' ? 'unreachable' : 'unsuitable'
}

export function failureOf(
  error: ConnectFailed,
  { host, username, confirmed }: { host: string; username: string; confirmed: HostKey | null },
): Failure {
  if (error.problem === 'host-key-changed') {
    const presented = error.shownHostKey?.fingerprint ?? '--'
    return fail('device.host-key-changed', { host, shown: presented, confirmed: confirmed?.fingerprint ?? '--' })
  }
  if (error.problem === 'authentication-failed')
    return fail('device.authentication-failed', { host, username, reason: error.message })
  return fail('device.unreachable', { host, reason: error.message })
}
