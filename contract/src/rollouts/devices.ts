import { z } from 'zod'
import { bytes, count, id, text, time } from '../kernel/fields.ts'

/**
 * How far a device of a rollout is. `waiting`: it is offline, and goes on once it is back; the last five are ends, of
 * which `failed`, `success` and `rolled-back` can be left by an action.
 */
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
  /** 0 is the first. */
  phase: count,
  status: z.enum(rolloutDeviceStatuses),
  /** 1 for the first; a retry is a new one. */
  attempt: count,
  /** Bytes of the artifact that are on the device. */
  transferred: bytes,
  /** Of what it had before; null where that is nothing, or not known yet. */
  previousVersion: z.string().nullable(),
  /** Why it was skipped, waits or failed; a device that was rolled back keeps why. */
  reason: text.nullable(),
  /** Whether it counts as a failure. */
  hasFailed: z.boolean(),
  startedAt: time.nullable(),
  endedAt: time.nullable(),
  updatedAt: time,
})
export type RolloutDevice = z.output<typeof rolloutDevice>

/** One line of what happened on a device in a rollout. */
export const rolloutLogLine = z.object({ at: time, text: z.string() })
