import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'
import { id, time } from '../kernel/fields.ts'
import { artifactKinds } from './artifact-kinds.ts'

export const maxInstallationDevices = 200

/** The latest artifact a rollout installed on a device, per kind and name. */
export const installation = z.object({
  id,
  deviceId: id,
  deviceName: z.string(),
  kind: z.enum(artifactKinds),
  name: z.string(),
  version: z.string(),
  previousVersion: z.string().nullable(),
  artifactId: id.nullable(),
  modelId: id.nullable(),
  rolloutId: id,
  installedAt: time,
})
export type Installation = z.output<typeof installation>

export const installationEndpoints = {
  listInstallations: endpoint('GET', '/installations', {
    summary: {
      en: 'What rollouts installed on several devices, the latest first',
      zh: '通过发布安装到多台设备上的内容，最近安装的在前',
    },
    query: z.object({
      /** Ids separated by commas. */
      devices: z
        .string()
        .transform((text) => [...new Set(text.split(','))])
        .pipe(z.array(id).min(1).max(maxInstallationDevices)),
    }),
    answer: z.array(installation),
  }),
} as const
