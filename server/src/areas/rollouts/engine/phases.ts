import type { RolloutDeviceStatus } from '@vermilion/contract/rollouts/devices'
import { isEnded, type StoredPhase } from '../rules.ts'

export interface DeviceCount {
  readonly phase: number
  readonly status: RolloutDeviceStatus
  readonly hasFailed: 0 | 1
  readonly devices: number
}

const sum = (counts: readonly DeviceCount[]) => counts.reduce((total, { devices }) => total + devices, 0)

export const failuresIn = (counts: readonly DeviceCount[]) => sum(counts.filter(({ hasFailed }) => hasFailed === 1))

/** No device is pending or active. Offline devices do not count, unless all are offline: then nothing was proved. */
export function isPhaseDone(counts: readonly DeviceCount[], phase: number): boolean {
  const own = counts.filter((count) => count.phase === phase)
  const away = sum(own.filter(({ status }) => status === 'waiting'))
  const over = sum(own.filter(({ status }) => isEnded(status)))
  return away + over === sum(own) && (away === 0 || own.some(({ status }) => status === 'success'))
}

/** Updates the done phases, and returns the current one with its earliest start (ISO 8601; null for now). */
export function advancePhases(phases: readonly StoredPhase[], counts: readonly DeviceCount[], now: number) {
  const advanced = [...phases]
  for (const [index, phase] of advanced.entries()) {
    if (phase.doneAt === null && !isPhaseDone(counts, index)) break
    advanced[index] = { ...phase, doneAt: phase.doneAt ?? new Date(now).toISOString() }
  }
  return { phases: advanced, ...currentPhase(advanced, now) }
}

export function currentPhase(phases: readonly StoredPhase[], now: number) {
  const undone = phases.findIndex(({ doneAt }) => doneAt === null)
  const current = undone < 0 ? Math.max(0, phases.length - 1) : undone
  const previous = undone > 0 ? phases[undone - 1] : undefined
  const begins =
    previous === undefined || previous.doneAt === null ? 0 : Date.parse(previous.doneAt) + previous.waitSeconds * 1_000
  return { current, waitsUntil: begins > now ? new Date(begins).toISOString() : null }
}
