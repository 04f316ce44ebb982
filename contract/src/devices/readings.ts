import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'
import { bytes, count, time } from '../kernel/fields.ts'

const share = z.number().min(0).max(1)
/** Bytes per second. */
const rate = z.number().min(0)

export const deviceReading = z.object({
  /** Server time of receipt; a device's clock may be years off. */
  at: time,
  /** Share of all cores busy since the previous reading; null in the first. */
  cpu: share.nullable(),
  gpu: share.nullable(),
  /** Hottest sensor, in °C. */
  temperature: z.number().nullable(),
  memoryUsed: bytes,
  memoryTotal: bytes,
  /** The file system of `/`, read less often. Space reserved for root counts as neither used nor free, as in `df`. */
  diskUsed: bytes.nullable(),
  diskFree: bytes.nullable(),
  load: z.number().min(0),
  networkReceived: rate.nullable(),
  networkSent: rate.nullable(),
  /** Packet errors since the device's boot; absent in older readings. */
  networkErrors: count.nullable().optional(),
  uptimeSeconds: z.number().min(0),
})
export type DeviceReading = z.output<typeof deviceReading>

/** Readings aggregated over a span: means, with maxima where peaks matter. */
export const historyPoint = deviceReading
  .pick({ at: true, cpu: true, gpu: true, temperature: true, memoryUsed: true, load: true })
  .extend({
    diskUsed: bytes.nullable(),
    networkReceived: rate.nullable(),
    networkSent: rate.nullable(),
    cpuHighest: share.nullable(),
    gpuHighest: share.nullable(),
    temperatureHighest: z.number().nullable(),
    /** Number of aggregated readings; 0 while offline. */
    readings: count,
  })
export type HistoryPoint = z.output<typeof historyPoint>

export const deviceProcess = z.object({
  pid: z.number().int(),
  user: z.string(),
  /** Share of one core during the observed second. */
  cpu: z.number().min(0),
  memory: bytes,
  command: z.string(),
})

export const deviceDisk = z.object({
  device: z.string(),
  mount: z.string(),
  type: z.string(),
  used: bytes,
  free: bytes,
})

export const deviceInterface = z.object({
  name: z.string(),
  addresses: z.array(z.string()),
  received: bytes,
  sent: bytes,
  errors: count,
})

export const deviceDetails = z.object({
  at: time,
  /** Number of cores, and their busy share during the second, including kernel and ended processes. */
  cores: count,
  cpu: share.nullable(),
  processes: z.array(deviceProcess),
  disks: z.array(deviceDisk),
  interfaces: z.array(deviceInterface),
  /** Offset of the device's clock; positive when ahead. */
  clockOffsetSeconds: z.number(),
})

export const deviceReadingEndpoints = {
  deviceHistory: endpoint('GET', '/devices/:deviceId/history', {
    summary: { en: 'Readings of a device over a span of time, thinned', zh: '设备在一段时间内的读数（已抽稀）' },
    query: z.object({
      from: time,
      to: time.optional(),
      points: z.coerce.number().int().min(10).max(2_000).default(300),
    }),
    answer: z.object({
      /** Seconds per point. */
      step: z.number(),
      points: z.array(historyPoint),
    }),
    errors: ['device.not-found'],
  }),
  deviceDetails: endpoint('GET', '/devices/:deviceId/details', {
    summary: { en: 'Processes, disks and network of a device, read now', zh: '立即读取设备的进程、磁盘与网络' },
    answer: deviceDetails,
    errors: ['device.not-found', 'device.offline', 'device.failed'],
  }),
} as const
