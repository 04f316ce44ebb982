import type { DeviceReading } from '@vermilion/contract/devices/readings'
import { decimalNumber, type Line, valuesOf, wholeNumber } from './lines.ts'
import { storageOf } from './parse-facts.ts'

/** State for the next reading: counters, and values read less often. */
export interface ReadingState {
  /** Monotonic milliseconds. */
  readonly at: number
  readonly processor: { readonly busy: number; readonly total: number } | null
  readonly network: { readonly received: number; readonly sent: number; readonly errors: number } | null
  readonly disk: { readonly used: number; readonly free: number } | null
  readonly slowGpu: { readonly share: number | null; readonly temperature: number | null } | null
}

export const noReadings: ReadingState = { at: 0, processor: null, network: null, disk: null, slowGpu: null }

interface Moment {
  readonly at: number
  readonly time: string
}

/** Null when basic values are missing. */
export function parseReading(
  lines: readonly Line[],
  previous: ReadingState,
  moment: Moment,
): { reading: DeviceReading; state: ReadingState } | null {
  const processor = processorOf(valuesOf(lines, 'c')[0])
  const memory = memoryOf(valuesOf(lines, 'm'))
  if (processor === null || memory === null) return null
  const network = networkOf(valuesOf(lines, 'n'))
  const [diskLine] = valuesOf(lines, 'd')
  const isSlow = diskLine !== undefined
  const { total, used, free } = storageOf(diskLine ?? '')
  const disk = isSlow ? (total > 0 ? { used, free } : null) : previous.disk
  const slowGpu = isSlow ? slowGpuOf(valuesOf(lines, 'gs')) : previous.slowGpu
  const seconds = previous.at === 0 ? 0 : (moment.at - previous.at) / 1_000
  return {
    reading: {
      at: moment.time,
      cpu: busyShare(processor, previous.processor),
      gpu: highest([slowGpu?.share ?? null, ...gpuShares(lines)]),
      temperature: highest([slowGpu?.temperature ?? null, ...valuesOf(lines, 't').map(celsius)]),
      memoryUsed: memory.used,
      memoryTotal: memory.total,
      diskUsed: disk?.used ?? null,
      diskFree: disk?.free ?? null,
      load: Math.min(Math.max(decimalNumber(valuesOf(lines, 'l')[0]?.split(' ')[0]) ?? 0, 0), 100_000),
      networkReceived: rateOf(network?.received, previous.network?.received, seconds),
      networkSent: rateOf(network?.sent, previous.network?.sent, seconds),
      networkErrors: network?.errors ?? null,
      uptimeSeconds: Math.max(decimalNumber(valuesOf(lines, 'u')[0]?.split(' ')[0]) ?? 0, 0),
    },
    state: { at: moment.at, processor, network, disk, slowGpu },
  }
}

/** `cpu user nice system idle iowait irq softirq steal …` in ticks; guest time is included in user time. */
export function processorOf(line: string | undefined): ReadingState['processor'] {
  const [word, ...fields] = (line ?? '').split(' ')
  const ticks = fields.slice(0, 8).map((field) => wholeNumber(field) ?? 0)
  if (word !== 'cpu' || ticks.length < 4) return null
  const total = ticks.reduce((sum, value) => sum + value, 0)
  return { total, busy: total - (ticks[3] ?? 0) - (ticks[4] ?? 0) }
}

export function busyShare(
  now: NonNullable<ReadingState['processor']>,
  previous: ReadingState['processor'],
): number | null {
  const total = previous === null ? 0 : now.total - previous.total
  return previous === null || total <= 0 ? null : shareOf((now.busy - previous.busy) / total)
}

function memoryOf(lines: readonly string[]): { total: number; used: number } | null {
  const sizes = new Map(
    lines.map((line) => {
      const [key = '', value] = line.split(' ')
      return [key, Math.min(wholeNumber(value) ?? 0, Number.MAX_SAFE_INTEGER / 4_096) * 1_024] as const
    }),
  )
  const size = (key: string) => Math.floor(sizes.get(key) ?? 0)
  const total = size('MemTotal:')
  if (total === 0) return null
  // Kernels before 3.14 lack MemAvailable.
  const available = sizes.has('MemAvailable:')
    ? size('MemAvailable:')
    : size('MemFree:') + size('Buffers:') + size('Cached:')
  return { total, used: Math.max(0, total - available) }
}

/** Sums lines of /proc/net/dev: `name: received packets errors …5 more… sent packets errors …`. */
function networkOf(lines: readonly string[]): ReadingState['network'] {
  const sum = { received: 0, sent: 0, errors: 0 }
  for (const line of lines) {
    const fields = line
      .slice(line.indexOf(':') + 1)
      .trim()
      .split(' ')
    sum.received += wholeNumber(fields[0]) ?? 0
    sum.sent += wholeNumber(fields[8]) ?? 0
    sum.errors += (wholeNumber(fields[2]) ?? 0) + (wholeNumber(fields[10]) ?? 0)
  }
  return lines.length === 0 ? null : { ...sum, errors: Math.min(sum.errors, Number.MAX_SAFE_INTEGER) }
}

/** Null after a counter reset. */
function rateOf(now: number | undefined, previous: number | undefined, seconds: number): number | null {
  if (now === undefined || previous === undefined || seconds <= 0 || now < previous) return null
  return Math.round((now - previous) / seconds)
}

function gpuShares(lines: readonly Line[]): (number | null)[] {
  const per = (key: string, full: number) =>
    valuesOf(lines, key).map((value) => shareOrNull(decimalNumber(/^[\d.]+/.exec(value)?.[0]), full))
  // Rockchip's NPU: `NPU load: Core0: 12%, Core1: 0%, Core2: 0%,`
  const cores = valuesOf(lines, 'gn').flatMap((value) =>
    [...value.matchAll(/(\d{1,3})%/g)].map(([, percent]) => shareOrNull(decimalNumber(percent), 100)),
  )
  return [...per('gt', 1_000), ...per('gd', 100), ...per('gp', 100), ...cores]
}

function slowGpuOf(lines: readonly string[]): ReadingState['slowGpu'] {
  if (lines.length === 0) return null
  const values = lines.map((line) => line.split(','))
  return {
    share: highest(values.map(([share]) => shareOrNull(decimalNumber(share), 100))),
    temperature: highest(values.map(([, temperature = '']) => celsius(temperature))),
  }
}

const shareOf = (value: number) => Math.round(Math.min(1, Math.max(0, value)) * 10_000) / 10_000
const shareOrNull = (value: number | null, full: number) => (value === null ? null : shareOf(value / full))

/** The kernel reports thousandths, some drivers degrees. Disabled sensors report impossible values. */
function celsius(text: string): number | null {
  const value = decimalNumber(text)
  if (value === null) return null
  const degrees = Math.abs(value) <= 200 ? value : value / 1_000
  return degrees > -60 && degrees < 200 && degrees !== 0 ? Math.round(degrees * 10) / 10 : null
}

function highest(values: readonly (number | null)[]): number | null {
  const numbers = values.filter((value) => value !== null)
  return numbers.length === 0 ? null : Math.max(...numbers)
}
