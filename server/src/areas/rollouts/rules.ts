import type { RolloutDeviceStatus } from '@vermilion/contract/rollouts/devices'
import type { RolloutStatus } from '@vermilion/contract/rollouts'
import type { RolloutOptions } from '@vermilion/contract/rollouts/creation'
import { statusTable } from '#platform/status'

export const rolloutStatus = statusTable<RolloutStatus>('rollout', {
  draft: ['running'],
  running: ['paused', 'aborted', 'success', 'failed', 'rolling-back'],
  paused: ['running', 'aborted', 'success', 'failed', 'rolling-back'],
  'rolling-back': ['rolled-back'],
  success: ['running', 'rolling-back'],
  failed: ['running', 'rolling-back'],
  aborted: ['rolling-back'],
  'rolled-back': ['running', 'rolling-back'],
})

export const deviceStep = statusTable<RolloutDeviceStatus>('rollout device', {
  pending: ['waiting', 'checking', 'aborted', 'failed'],
  waiting: ['checking', 'aborted', 'failed'],
  checking: ['transferring', 'skipped', 'waiting', 'pending', 'failed', 'aborted'],
  transferring: ['installing', 'waiting', 'pending', 'failed', 'aborted'],
  installing: ['rebooting', 'verifying', 'rolling-back', 'failed'],
  rebooting: ['verifying', 'rolling-back', 'failed'],
  verifying: ['success', 'rolling-back', 'failed'],
  'rolling-back': ['rolled-back', 'failed'],
  success: ['rolling-back'],
  failed: ['pending', 'rolling-back'],
  'rolled-back': ['pending'],
  skipped: [],
  aborted: [],
})

/** Statuses before anything was changed on the device, which can be left at any time. */
export const untouched = ['pending', 'waiting', 'checking', 'transferring'] as const satisfies RolloutDeviceStatus[]
/** Statuses of an active change, which must finish even when the rollout ends. */
export const touched = ['installing', 'rebooting', 'verifying', 'rolling-back'] as const satisfies RolloutDeviceStatus[]
export const endStatuses = [
  'success',
  'failed',
  'rolled-back',
  'skipped',
  'aborted',
] as const satisfies RolloutDeviceStatus[]

const isOneOf = (list: readonly RolloutDeviceStatus[]) => (status: RolloutDeviceStatus) => list.includes(status)
export const isUntouched = isOneOf(untouched)
export const isTouched = isOneOf(touched)
export const isEnded = isOneOf(endStatuses)

export interface PlannedPhase {
  readonly devices: number
  readonly waitSeconds: number
  readonly isCanary: boolean
}

export interface StoredPhase extends PlannedPhase {
  readonly doneAt: string | null
}

export function planPhases(
  devices: number,
  { canary, canaryWaitSeconds, phases }: Pick<RolloutOptions, 'canary' | 'canaryWaitSeconds' | 'phases'>,
): PlannedPhase[] {
  const planned: PlannedPhase[] = []
  let remaining = devices
  const add = (size: number, waitSeconds: number, isCanary: boolean) => {
    const count = Math.min(remaining, size)
    if (count === 0) return
    planned.push({ devices: count, waitSeconds, isCanary })
    remaining -= count
  }
  add(canary, canaryWaitSeconds, true)
  for (const { size, unit, waitSeconds } of phases)
    add(unit === 'devices' ? Math.round(size) : Math.max(1, Math.round((devices * size) / 100)), waitSeconds, false)
  add(remaining, 0, false)
  return planned
}
