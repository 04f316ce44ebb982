import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'
import { bytes, count, id, time } from '../kernel/fields.ts'

const share = z.number().min(0).max(1)
/** Bytes per second. */
const rate = z.number().min(0)
const amount = z.object({ used: bytes.nullable(), total: bytes.nullable() })

/** `server`: its own machine; `engine`: a remote container engine's machine; `device`: over SSH. */
export const hostKinds = ['server', 'engine', 'device'] as const

export const hostInterface = z.object({
  name: z.string(),
  received: rate.nullable(),
  sent: rate.nullable(),
  /** Packet errors since the host's boot. */
  errors: count.nullable(),
})

/** A monitored machine with its latest reading. Unavailable values are null. */
export const host = z.object({
  id,
  name: z.string(),
  kind: z.enum(hostKinds),
  deviceId: id.nullable(),
  online: z.boolean(),
  readAt: time.nullable(),
  /** Share of all cores busy since the previous reading. */
  cpu: share.nullable(),
  cores: z.number().min(0).nullable(),
  memory: amount,
  swap: amount,
  load: z.number().min(0).nullable(),
  /** File system of the data folder, or `/` of a device. Space reserved for root counts as neither used nor free. */
  disk: z.object({
    used: bytes.nullable(),
    free: bytes.nullable(),
    read: rate.nullable(),
    written: rate.nullable(),
  }),
  network: z.object({
    received: rate.nullable(),
    sent: rate.nullable(),
    errors: hostInterface.shape.errors,
    /** Empty when only sums are known, as for devices. */
    interfaces: z.array(hostInterface),
  }),
  /** Hottest sensor, in °C. */
  temperature: z.number().nullable(),
  uptimeSeconds: z.number().min(0).nullable(),
  process: z.object({ memory: bytes, cpu: z.number().min(0).nullable(), delaySeconds: z.number().min(0) }).nullable(),
  accelerators: count,
  pools: z.array(z.object({ id, name: z.string() })),
})
export type Host = z.output<typeof host>

/** Transfers of the server itself: uploads, downloads, previews, and traffic of device connections. */
export const transferKinds = ['upload', 'download', 'image', 'device-received', 'device-sent'] as const
export type TransferKind = (typeof transferKinds)[number]

/**
 * Mean and maximum per step; null without readings. Names: `cpu`, `memory`, `disk/used`, `network/received`, `process/memory`, …, and
 * with the name or number of their part `interface/eth0/sent`, `transfer/upload`, `accelerator/0/utilization`.
 */
export const hostSeries = z.object({
  name: z.string(),
  means: z.array(z.number().nullable()),
  highest: z.array(z.number().nullable()),
})
export type HostSeries = z.output<typeof hostSeries>

export const hostHistory = z.object({
  from: time,
  /** Seconds per value. */
  step: z.number(),
  series: z.array(hostSeries),
  /** Changes of the server's clock in the span; negative when set back. */
  jumps: z.array(z.object({ at: time, seconds: z.number() })),
})
export type HostHistory = z.output<typeof hostHistory>

export const hostEndpoints = {
  listHosts: endpoint('GET', '/hosts', {
    summary: {
      en: 'This server, the hosts of all pools and the devices, each with its last readings',
      zh: '本服务器、各资源池的主机与设备，以及最近的读数',
    },
    answer: z.array(host),
  }),
  getHostHistory: endpoint('GET', '/hosts/:hostId/history', {
    summary: { en: 'Readings of a host over a span of time, thinned', zh: '主机在一段时间内的读数（已抽稀）' },
    query: z.object({
      from: time,
      to: time.optional(),
      points: z.coerce.number().int().min(10).max(2_000).default(300),
    }),
    answer: hostHistory,
    errors: ['host.not-found', 'host.span-empty'],
  }),
} as const
