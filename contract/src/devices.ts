import { z } from 'zod'
import {
  authenticationMethods,
  deviceAddress,
  deviceCredentials,
  fingerprint,
  hostKey,
  hostName,
  port,
  userName,
} from './devices/access.ts'
import { deviceKinds } from './devices/kinds.ts'
import { deviceFacts } from './devices/facts.ts'
import { deviceReading, deviceReadingEndpoints } from './devices/readings.ts'
import { deviceRecordEndpoints } from './devices/records.ts'
import { endpoint } from './kernel/endpoint.ts'
import { id, name, tags, time } from './kernel/fields.ts'
import { listQuery, pageOf, tagTerms } from './kernel/page.ts'

/** `connecting`: not connected since the server's start, or connecting now. */
export const deviceStatuses = ['connecting', 'online', 'offline'] as const
export type DeviceStatus = (typeof deviceStatuses)[number]

export const deviceProblems = [
  'host-key-unconfirmed',
  'host-key-changed',
  'authentication-failed',
  'name-unresolved',
  'unreachable',
  'refused',
  'timed-out',
  'jump-device-offline',
  'tunnel-closed',
  'connection-lost',
  'login-blocked',
  'unsuitable',
] as const
export type DeviceProblem = (typeof deviceProblems)[number]

const group = z.string().trim().max(100)
const notes = z.string().max(10_000)

export const device = z.object({
  id,
  name,
  kind: z.enum(deviceKinds),
  host: hostName,
  port,
  jumpDeviceId: id.nullable(),
  /** True for enrolled devices, reached through their own tunnel. */
  tunnelled: z.boolean(),
  username: userName,
  authentication: z.enum(authenticationMethods),
  /** Null until confirmed. */
  hostKey: hostKey.nullable(),
  shownHostKey: hostKey.nullable(),
  group,
  tags,
  notes,
  status: z.enum(deviceStatuses),
  problem: z.enum(deviceProblems).nullable(),
  problemDetail: z.string().nullable(),
  statusChangedAt: time,
  lastSeenAt: time.nullable(),
  facts: deviceFacts.nullable(),
  /** Latest reading; from before the disconnect while offline. */
  reading: deviceReading.nullable(),
  creator: z.string(),
  createdAt: time,
  updatedAt: time,
})
export type Device = z.output<typeof device>

export const deviceCreate = z.object({
  name,
  kind: device.shape.kind.default('board'),
  ...deviceAddress.shape,
  username: userName,
  credentials: deviceCredentials,
  /** The fingerprint the user confirmed; without it the device is added but not connected to until confirmed. */
  fingerprint: fingerprint.nullable().default(null),
  group: group.default(''),
  tags: tags.default([]),
  notes: notes.default(''),
})
export type DeviceCreate = z.input<typeof deviceCreate>

/** Changing the address forgets the host key; new credentials replace the previous ones. */
export const deviceUpdate = deviceCreate
  .omit({ fingerprint: true })
  .extend({ port, jumpDeviceId: id.nullable(), group, tags, notes, kind: device.shape.kind })
  .partial()
export type DeviceUpdate = z.input<typeof deviceUpdate>

export const deviceSorts = [
  'name',
  'status',
  'kind',
  'group',
  'model',
  'cpu',
  'gpu',
  'temperature',
  'memory',
  'disk',
  'lastSeenAt',
  'createdAt',
] as const

const connectErrors = [
  'device.unreachable',
  'device.host-key-changed',
  'device.authentication-failed',
  'device.jump-not-found',
  'device.failed',
] as const

export const deviceEndpoints = {
  listDevices: endpoint('GET', '/devices', {
    summary: {
      en: 'Devices by name unless sorted otherwise; the words are looked for in name, host, model, group, tags and notes',
      zh: '设备，默认按名称排序；关键词在名称、地址、型号、分组、标签和备注中查找',
    },
    query: listQuery(deviceSorts).extend({
      status: z.enum(deviceStatuses).optional(),
      kind: z.enum(deviceKinds).optional(),
      group: z.string().max(100).optional(),
      tags: tagTerms,
    }),
    answer: pageOf(device),
  }),
  listDeviceGroups: endpoint('GET', '/devices/groups', {
    summary: { en: 'Groups of devices, by name', zh: '设备分组，按名称排序' },
    answer: z.array(z.object({ name: z.string(), devices: z.number().int() })),
  }),
  serverKey: endpoint('GET', '/devices/server-key', {
    summary: {
      en: 'The public key of this server, for the file authorized_keys of a device',
      zh: '本服务器的公钥，用于设备的 authorized_keys 文件',
    },
    answer: z.object({
      publicKey: z.string(),
      fingerprint,
      agent: z.boolean(),
    }),
  }),
  scanHostKey: endpoint('POST', '/devices/host-key', {
    audited: false,
    summary: {
      en: 'The host key that an address shows, to compare with that of the device before it is trusted',
      zh: '读取某个地址的主机密钥，以便在信任前与设备核对',
    },
    body: deviceAddress,
    answer: hostKey,
    errors: ['device.unreachable', 'device.jump-not-found', 'device.failed'],
  }),
  createDevice: endpoint('POST', '/devices', {
    summary: {
      en: 'Add a device. With a confirmed fingerprint it is signed in to first, and refused where that fails',
      zh: '添加设备；给出已确认的指纹时会先尝试登录，失败则拒绝添加',
    },
    body: deviceCreate,
    answer: device,
    errors: ['device.name-taken', 'device.key-invalid', ...connectErrors],
  }),
  getDevice: endpoint('GET', '/devices/:deviceId', {
    summary: { en: 'One device', zh: '一个设备' },
    answer: device,
    errors: ['device.not-found'],
  }),
  updateDevice: endpoint('PATCH', '/devices/:deviceId', {
    summary: { en: 'Change a device, its address or how it is signed in to', zh: '修改设备、其地址或登录方式' },
    body: deviceUpdate,
    answer: device,
    errors: [
      'device.not-found',
      'device.name-taken',
      'device.key-invalid',
      'device.password-needed',
      'device.jump-not-found',
      'device.jump-loop',
    ],
  }),
  deleteDevice: endpoint('DELETE', '/devices/:deviceId', {
    summary: {
      en: 'Remove a device with its history and its log. Nothing is changed on the device itself',
      zh: '移除设备及其历史与记录；设备本身不受影响',
    },
    answer: z.object({}),
    errors: ['device.not-found', 'device.in-use'],
  }),
  confirmHostKey: endpoint('POST', '/devices/:deviceId/host-key', {
    summary: {
      en: 'Trust the host key with this fingerprint from now on, also where another one was trusted before',
      zh: '从现在起信任具有此指纹的主机密钥（即使之前信任的是另一个）',
    },
    body: z.object({ fingerprint }),
    answer: device,
    errors: ['device.not-found', ...connectErrors],
  }),
  connectDevice: endpoint('POST', '/devices/:deviceId/connect', {
    summary: { en: 'Try to connect now, and say how it ended', zh: '立即尝试连接并返回结果' },
    answer: device,
    errors: ['device.not-found'],
  }),
  probeDevice: endpoint('POST', '/devices/:deviceId/probe', {
    summary: {
      en: 'Find out anew what a device is and has; this is also done by itself once a day',
      zh: '重新检测设备的型号、系统与硬件；系统每天也会自动检测一次',
    },
    answer: device,
    errors: ['device.not-found', 'device.offline', 'device.failed'],
  }),
  ...deviceReadingEndpoints,
  ...deviceRecordEndpoints,
} as const
