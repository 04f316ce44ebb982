import type { DeviceProblem, DeviceStatus } from '@vermilion/contract/devices'
import { statusTable } from '#platform/status'

export const deviceStatus = statusTable<DeviceStatus>('device', {
  connecting: ['online', 'offline'],
  online: ['offline', 'connecting'],
  offline: ['connecting', 'online'],
})

/** Problems that need a person: frequent retries would lock the account, or hide an attack in the log. */
const needsPerson: ReadonlySet<DeviceProblem> = new Set([
  'host-key-changed',
  'authentication-failed',
  'login-blocked',
  'unsuitable',
])

const minDelayMs = 1_000
const maxDelayMs = 60_000
const untilPerson = 300_000

/** Milliseconds before the next try, without jitter. */
export function retryDelay(problem: DeviceProblem, failures: number): number {
  if (needsPerson.has(problem)) return untilPerson
  return Math.min(maxDelayMs, minDelayMs * 2 ** Math.min(failures, 10))
}
