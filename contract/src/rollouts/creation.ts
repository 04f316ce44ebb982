import { z } from 'zod'
import { count, id, name, tags } from '../kernel/fields.ts'
import { schemaMessage } from '../kernel/schema-message.ts'

export const maxRolloutDevices = 5_000

/** Named devices, and devices of the group that have all the tags, as of the rollout's creation. */
export const deviceSelection = z
  .object({
    deviceIds: z.array(id).max(maxRolloutDevices).default([]),
    group: z.string().trim().max(100).optional(),
    tags: tags.default([]),
  })
  .refine(({ deviceIds, group, tags: terms }) => deviceIds.length > 0 || group !== undefined || terms.length > 0, {
    message: schemaMessage('choose devices, a group or tags', '请选择设备、分组或标签'),
    path: ['deviceIds'],
  })

const seconds = z
  .number()
  .int()
  .min(0)
  .max(30 * 24 * 3_600)

export const waitSeconds = seconds

export const phaseInput = z.object({
  size: z.number().min(1).max(maxRolloutDevices),
  unit: z.enum(['percent', 'devices']).default('percent'),
  waitSeconds: waitSeconds.default(0),
})

/** Condition after install and reboot, retried until it holds or the deadline passes. */
export const healthCheck = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('command'),
    /** Run with `sh` on the device; exit code 0 is healthy. */
    command: z.string().trim().min(1).max(4_000),
    deadlineSeconds: z.number().int().min(1).max(86_400).default(300),
  }),
  z.object({
    kind: z.literal('http'),
    /** Responses below 400 are healthy. With `from: server`, `{host}` expands to the device's address. */
    url: z
      .string()
      .max(2_000)
      .regex(
        /^https?:\/\/[^\s/]+/,
        schemaMessage('needs an address that begins with http:// or https://', '地址须以 http:// 或 https:// 开头'),
      ),
    from: z.enum(['device', 'server']).default('device'),
    deadlineSeconds: z.number().int().min(1).max(86_400).default(300),
  }),
])
export type HealthCheck = z.output<typeof healthCheck>

export const rolloutOptions = z.object({
  /** Devices updated first, alone; 0 for none. */
  canary: count.max(maxRolloutDevices).default(1),
  canaryWaitSeconds: seconds.default(0),
  /** Remaining devices form a last phase. */
  phases: z.array(phaseInput).max(20).default([]),
  concurrency: z.number().int().min(1).max(500).default(10),
  healthCheck: healthCheck.nullable().default(null),
  failureThreshold: z.number().int().min(1).max(maxRolloutDevices).default(1),
  rollBackOnFailure: z.boolean().default(true),
  /** Bytes per second and device; null for unlimited. */
  throttle: z
    .number()
    .int()
    .min(1_024)
    .max(10 * 1024 ** 3)
    .nullable()
    .default(null),
  /** Maximum wait for an offline device; null waits as long as the rollout runs. */
  offlineDeadlineSeconds: seconds.min(1).nullable().default(null),
  installDeadlineSeconds: z.number().int().min(1).max(86_400).default(3_600),
  rebootDeadlineSeconds: z.number().int().min(1).max(86_400).default(600),
  /** Reboots after the install; RAUC always does. */
  reboot: z.boolean().default(false),
  /** Run with `sh` after placing a model, to restart its users. */
  restartCommand: z.string().trim().max(4_000).default(''),
  /** SWUpdate's `-e` option, as `stable,copy2`. */
  softwareSet: z
    .string()
    .trim()
    .max(200)
    .regex(/^[\w.-]*(?:,[\w.-]+)?$/)
    .default(''),
})
export type RolloutOptions = z.output<typeof rolloutOptions>

export const rolloutCreate = rolloutOptions.extend({
  name,
  artifactId: id,
  devices: deviceSelection,
  /** False saves a draft. */
  start: z.boolean().default(true),
})
export type RolloutCreate = z.input<typeof rolloutCreate>
