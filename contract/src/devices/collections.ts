import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'
import { bytes, count, id, text, time } from '../kernel/fields.ts'
import { devicePath } from './files.ts'
import { schemaMessage } from '../kernel/schema-message.ts'

export function patternProblem(pattern: string): string | undefined {
  if (pattern.startsWith('/'))
    return schemaMessage('it begins with /: name the folder apart', '以 / 开头：请单独填写文件夹')
  const names = pattern.split('/')
  if (names.some((name) => name === '' || name === '.' || name === '..'))
    return schemaMessage('a name in it is empty, . or ..', '包含空名称、. 或 ..')
  if (names.filter((name) => name === '**').length > 5) return schemaMessage('it has more than five **', '超过五个 **')
  return undefined
}

const timeOfDay = z
  .string()
  .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, schemaMessage('needs a time such as 02:30', '请填写时间，例如 02:30'))

export const collectionSchedule = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('once') }),
  z.object({ kind: z.literal('interval'), minutes: z.number().int().min(1).max(10_080) }),
  /** In the server's time zone. */
  z.object({ kind: z.literal('daily'), at: timeOfDay }),
])
export type CollectionSchedule = z.output<typeof collectionSchedule>

/** `waiting`: the device is offline; the run continues when it is back. */
export const collectionRunStates = ['running', 'waiting', 'success', 'failed', 'stopped'] as const

export const collectionRun = z.object({
  id,
  state: z.enum(collectionRunStates),
  matched: count,
  collected: count,
  present: count,
  bytes,
  removed: count,
  failed: count,
  problems: z.array(z.object({ path: z.string(), reason: text })),
  error: text.nullable(),
  startedAt: time,
  updatedAt: time,
  endedAt: time.nullable(),
})
export type CollectionRun = z.output<typeof collectionRun>

export const deviceCollection = z.object({
  id,
  deviceId: id,
  /** A folder of the device and a pattern below it: `*` and `?` within a name, `**` across folders. */
  folder: devicePath,
  pattern: z
    .string()
    .trim()
    .min(1)
    .max(1_000)
    .superRefine((pattern, { addIssue }) => {
      const problem = patternProblem(pattern)
      if (problem !== undefined) addIssue({ code: 'custom', message: problem })
    }),
  /** Minimum modification time by the device's clock. */
  modifiedSince: time.nullable(),
  spaceId: id,
  spaceName: z.string(),
  /** Folder in the space; empty for its root. */
  spaceFolder: z.string().max(500),
  schedule: collectionSchedule,
  removeAfter: z.boolean(),
  isPaused: z.boolean(),
  nextRunAt: time.nullable(),
  lastRun: collectionRun.nullable(),
  creator: z.string(),
  createdAt: time,
  updatedAt: time,
})
export type DeviceCollection = z.output<typeof deviceCollection>

export const collectionCreate = deviceCollection
  .pick({ folder: true, pattern: true, modifiedSince: true, spaceId: true, schedule: true, removeAfter: true })
  .extend({
    spaceFolder: z.string().trim().max(500).optional(),
    modifiedSince: time.nullable().default(null),
    schedule: collectionSchedule.default({ kind: 'once' }),
    removeAfter: z.boolean().default(false),
  })
export type CollectionCreate = z.input<typeof collectionCreate>

export const collectionUpdate = deviceCollection
  .pick({
    folder: true,
    pattern: true,
    modifiedSince: true,
    spaceId: true,
    spaceFolder: true,
    schedule: true,
    removeAfter: true,
    isPaused: true,
  })
  .partial()

const errors = ['device.not-found', 'device-collection.not-found'] as const

export const deviceCollectionEndpoints = {
  listDeviceCollections: endpoint('GET', '/devices/:deviceId/collections', {
    summary: { en: 'What is collected from a device into data spaces', zh: '设备的文件采集任务' },
    answer: z.array(deviceCollection),
    errors: ['device.not-found'],
  }),
  createDeviceCollection: endpoint('POST', '/devices/:deviceId/collections', {
    summary: {
      en: 'Collect files of a device into a data space, at once and then by its schedule',
      zh: '将设备文件采集到数据空间：立即执行一次，之后按计划执行',
    },
    body: collectionCreate,
    answer: deviceCollection,
    errors: ['device.not-found', 'space.not-found', 'space.in-place', 'device-file.path-invalid', 'file.path-invalid'],
  }),
  updateDeviceCollection: endpoint('PATCH', '/devices/:deviceId/collections/:collectionId', {
    summary: { en: 'Change what is collected, where to and when', zh: '修改采集任务' },
    body: collectionUpdate,
    answer: deviceCollection,
    errors: [...errors, 'space.not-found', 'space.in-place', 'device-file.path-invalid', 'file.path-invalid'],
  }),
  deleteDeviceCollection: endpoint('DELETE', '/devices/:deviceId/collections/:collectionId', {
    summary: { en: 'Collect no more; what was collected stays', zh: '删除采集任务，已采集的文件保留' },
    answer: z.object({}),
    errors,
  }),
  runDeviceCollection: endpoint('POST', '/devices/:deviceId/collections/:collectionId/runs', {
    summary: { en: 'Collect now', zh: '立即采集' },
    answer: collectionRun,
    errors: [...errors, 'device-collection.running'],
  }),
  stopDeviceCollection: endpoint('POST', '/devices/:deviceId/collections/:collectionId/stop', {
    summary: { en: 'Stop collecting now; the schedule goes on', zh: '停止当前采集，计划继续' },
    answer: deviceCollection,
    errors,
  }),
  listCollectionRuns: endpoint('GET', '/devices/:deviceId/collections/:collectionId/runs', {
    summary: { en: 'The last hundred times that files were collected, newest first', zh: '最近一百次采集，最新的在前' },
    answer: z.array(collectionRun),
    errors,
  }),
} as const
