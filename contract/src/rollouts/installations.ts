import { z } from 'zod'
import { id, time } from '../kernel/fields.ts'
import { artifactKinds } from './artifacts.ts'

/** Devices that are asked about at once: a page of them. */
export const mostInstallationDevices = 200

/** What a rollout installed on a device and is there now: one of each kind and name. */
export const installation = z.object({
  id,
  deviceId: id,
  deviceName: z.string(),
  kind: z.enum(artifactKinds),
  name: z.string(),
  version: z.string(),
  /** The version that it replaced; null where there was none. */
  previousVersion: z.string().nullable(),
  artifactId: id.nullable(),
  modelId: id.nullable(),
  rolloutId: id,
  installedAt: time,
})
export type Installation = z.output<typeof installation>
