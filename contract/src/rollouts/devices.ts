import { z } from 'zod'
import { bytes, count, id, text, time } from '../kernel/fields.ts'

/** `waiting` devices are offline. The last five are final; an action can leave `failed`, `success` and `rolled-back`. */
export const rolloutDeviceStatuses = [
  'pending',
  'waiting',
  'checking',
  'transferring',
  'installing',
  'rebooting',
  'verifying',
  'rolling-back',
  'success',
  'failed',
  'rolled-back',
  'skipped',
  'aborted',
] as const
export type RolloutDeviceStatus = (typeof rolloutDeviceStatuses)[number]

export const rolloutDevice = z.object({
  id,
  rolloutId: id,
  deviceId: id,
  deviceName: z.string(),
  /** From 0. */
  phase: count,
  status: z.enum(rolloutDeviceStatuses),
  /** From 1; each retry increments it. */
  attempt: count,
  transferred: bytes,
  /** Version before the rollout; null when none or not yet known. */
  previousVersion: z.string().nullable(),
  reason: text.nullable(),
  hasFailed: z.boolean(),
  startedAt: time.nullable(),
  endedAt: time.nullable(),
  updatedAt: time,
})
export type RolloutDevice = z.output<typeof rolloutDevice>

export const rolloutLogLine = z.object({ at: time, text: z.string() })
