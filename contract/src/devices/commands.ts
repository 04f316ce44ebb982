import { z } from 'zod'
import { deviceStatuses } from '../devices.ts'
import { deviceKinds } from './kinds.ts'
import { endpoint } from '../kernel/endpoint.ts'
import { bytes, count, id, time } from '../kernel/fields.ts'
import { pageOf, pageQuery, tagTerms } from '../kernel/page.ts'

export const maxCommandDevices = 1_000
/** Bytes retained from each end of an output. */
export const retainedOutput = 65_536
/** Output limit in bytes, after which a command is killed. */
export const maxCommandOutput = 67_108_864
export const commandDays = 30

/** `unknown`: connection or server ended during the command, which is not rerun. `offline`: not reached, so not run. */
export const outcomeStatuses = [
  'waiting',
  'running',
  'success',
  'failed',
  'timed-out',
  'offline',
  'stopped',
  'unknown',
] as const
export type OutcomeStatus = (typeof outcomeStatuses)[number]

export const commandStatuses = ['running', 'stopping', 'ended'] as const
export type CommandStatus = (typeof commandStatuses)[number]

export const deviceCommand = z.object({
  id,
  command: z.string(),
  timeoutSeconds: count,
  concurrency: count,
  status: z.enum(commandStatuses),
  devices: count,
  outcomes: z.partialRecord(z.enum(outcomeStatuses), count),
  creator: z.string(),
  createdAt: time,
  endedAt: time.nullable(),
})
export type DeviceCommand = z.output<typeof deviceCommand>

export const commandOutcome = z.object({
  deviceId: id,
  deviceName: z.string(),
  status: z.enum(outcomeStatuses),
  /** Null when it was killed. */
  exitCode: z.number().int().nullable(),
  signal: z.string().nullable(),
  detail: z.string(),
  lastLine: z.string(),
  outputSize: bytes,
  startedAt: time.nullable(),
  endedAt: time.nullable(),
})
export type CommandOutcome = z.output<typeof commandOutcome>

export const commandOutput = z.object({
  /** Start of stdout and stderr, interleaved as received. */
  head: z.string(),
  omitted: bytes,
  tail: z.string(),
})

export const deviceSelection = z.union([
  z.strictObject({ deviceIds: z.array(id).min(1).max(maxCommandDevices) }),
  z.strictObject({ group: z.string().trim().min(1).max(100) }),
  z.strictObject({
    filter: z.object({
      search: z.string().max(200).optional(),
      status: z.enum(deviceStatuses).optional(),
      kind: z.enum(deviceKinds).optional(),
      group: z.string().max(100).optional(),
      tags: tagTerms,
    }),
  }),
])

export const deviceCommandCreate = z.object({
  devices: deviceSelection,
  /** Passed to `sh -c` as a single argument, so shell syntax works. */
  command: z
    .string()
    .trim()
    .min(1)
    .max(10_000)
    .refine((text) => !text.includes('\0')),
  timeoutSeconds: z.number().int().min(1).max(86_400).default(60),
  concurrency: z.number().int().min(1).max(100).default(10),
})
export type DeviceCommandCreate = z.input<typeof deviceCommandCreate>

export const deviceCommandEndpoints = {
  listDeviceCommands: endpoint('GET', '/device-commands', {
    summary: { en: 'Commands that were run on devices, newest first', zh: '在设备上执行过的命令，最新的在前' },
    query: pageQuery,
    answer: pageOf(deviceCommand),
  }),
  runDeviceCommand: endpoint('POST', '/device-commands', {
    summary: {
      en: 'Run a shell command on devices: those named, those of a group, or those that a filter selects',
      zh: '在设备上执行 shell 命令：指定的设备、某个分组或筛选出的设备',
    },
    body: deviceCommandCreate,
    answer: deviceCommand,
    errors: ['device.not-found', 'device-command.no-devices', 'device-command.too-many-devices'],
  }),
  getDeviceCommand: endpoint('GET', '/device-commands/:commandId', {
    summary: { en: 'A command that was run on devices', zh: '在设备上执行过的一条命令' },
    answer: deviceCommand,
    errors: ['device-command.not-found'],
  }),
  listCommandOutcomes: endpoint('GET', '/device-commands/:commandId/outcomes', {
    summary: {
      en: 'What a command came to on each device, by name of the device',
      zh: '命令在各设备上的结果，按设备名称排序',
    },
    query: pageQuery.extend({ status: z.enum(outcomeStatuses).optional() }),
    answer: pageOf(commandOutcome),
    errors: ['device-command.not-found'],
  }),
  readCommandOutput: endpoint('GET', '/device-commands/:commandId/outcomes/:deviceId', {
    summary: {
      en: 'What a command wrote on one device: its beginning and its end',
      zh: '命令在某个设备上的输出：开头与结尾',
    },
    answer: commandOutcome.extend({ output: commandOutput }),
    errors: ['device-command.not-found'],
  }),
  stopDeviceCommand: endpoint('POST', '/device-commands/:commandId/stop', {
    summary: {
      en: 'End a command where it runs, and do not begin it where it waits',
      zh: '终止正在执行的命令，尚未开始的不再执行',
    },
    answer: deviceCommand,
    errors: ['device-command.not-found'],
  }),
} as const
