import type { DeviceProblem, DeviceStatus } from '@vermilion/contract/devices'
import { statusTable } from '#platform/status'

/** Every step that the status of a device may take. */
export const deviceStatus = statusTable<DeviceStatus>('device', {
  connecting: ['online', 'offline'],
  online: ['offline', 'connecting'],
  offline: ['connecting', 'online'],
})

/** Problems that only a person mends: trying often would lock the account or hide an attack in the log. */
const needsPerson: ReadonlySet<DeviceProblem> = new Set([
  'host-key-changed',
  'authentication-failed',
  'login-blocked',
  'unsuitable',
])

const shortest = 1_000
const longest = 60_000
const untilPerson = 300_000

/** Milliseconds until a device is tried again after so many failures in a row, before chance spreads it. */
export function retryDelay(problem: DeviceProblem, failures: number): number {
  if (needsPerson.has(problem)) return untilPerson
  return Math.min(longest, shortest * 2 ** Math.min(failures, 10))
}
