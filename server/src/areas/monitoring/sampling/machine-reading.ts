import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { monitorEventLoopDelay, performance } from 'node:perf_hooks'
import type { Host } from '@vermilion/contract/monitoring/hosts'
import { diskSpace } from '#platform/disk-space'
import { busyShare, coresOf, cpuOf, diskOf, firstNumber, interfacesOf, memoryOf, rateOf } from './parse-proc.ts'
import type { Counters } from './parse-proc.ts'

const searchInterval = 60_000
/** In milliseconds. */
const delayResolution = 50
const virtualDisk = /^(?:loop|ram|zram|dm-|md|sr|fd|nbd)/

export type MachineReading = Pick<
  Host,
  'cpu' | 'cores' | 'memory' | 'swap' | 'load' | 'disk' | 'network' | 'temperature' | 'uptimeSeconds' | 'process'
>

interface State extends Counters {
  at: number
  processTime: number
}

export function createMachineReader({ root = '/', dataFolder }: { root?: string; dataFolder: string }) {
  const text = (path: string) => readFile(join(root, path), 'utf8').catch(() => undefined)
  const delay = monitorEventLoopDelay({ resolution: delayResolution })
  let previous: State | undefined
  let searchedAt = -Infinity
  let disks: ReadonlySet<string> = new Set()
  let sensors: string[] = []

  async function searchDevices(): Promise<void> {
    searchedAt = performance.now()
    const names = await readdir(join(root, 'sys/block')).catch(() => [])
    disks = new Set(names.filter((name) => !virtualDisk.test(name)))
    sensors = await sensorFiles(root)
  }

  async function hottest(): Promise<number | null> {
    const values = await Promise.all(sensors.map(async (path) => celsius(await text(path))))
    const numbers = values.filter((value) => value !== null)
    return numbers.length === 0 ? null : Math.max(...numbers)
  }

  function processOf(at: number): { reading: MachineReading['process']; time: number } {
    const { user, system } = process.cpuUsage()
    const time = (user + system) / 1e6
    const delaySeconds = Math.max(0, delay.percentile(99) / 1e9 - delayResolution / 1e3)
    delay.reset()
    const cpu = previous === undefined ? null : rateOf(time, previous.processTime, (at - previous.at) / 1e3)
    const readable = Number.isFinite(delaySeconds) ? delaySeconds : 0
    return { reading: { memory: process.memoryUsage.rss(), cpu, delaySeconds: readable }, time }
  }

  return {
    start: () => void delay.enable(),
    stop: () => void delay.disable(),
    async read(): Promise<MachineReading> {
      if (performance.now() - searchedAt > searchInterval) await searchDevices()
      const paths = ['stat', 'meminfo', 'loadavg', 'uptime', 'net/dev', 'diskstats'].map((name) => `proc/${name}`)
      const [[stat, meminfo, load, uptime, net, diskstats], space, temperature] = await Promise.all([
        Promise.all(paths.map(text)),
        diskSpace(dataFolder),
        hottest(),
      ])
      const at = performance.now()
      const own = processOf(at)
      const counters = { cpu: cpuOf(stat), disk: diskOf(diskstats, disks), interfaces: interfacesOf(net) }
      const last = previous
      previous = { at, processTime: own.time, ...counters }
      const seconds = last === undefined ? 0 : (at - last.at) / 1e3
      return {
        cpu: busyShare(counters.cpu, last?.cpu ?? null),
        cores: coresOf(stat),
        ...memoryOf(meminfo),
        load: firstNumber(load),
        uptimeSeconds: firstNumber(uptime),
        temperature,
        disk: {
          used: space?.used ?? null,
          free: space?.free ?? null,
          read: rateOf(counters.disk?.read, last?.disk?.read, seconds),
          written: rateOf(counters.disk?.written, last?.disk?.written, seconds),
        },
        network: networkOf(counters.interfaces, last?.interfaces ?? new Map(), seconds),
        process: own.reading,
      }
    },
  }
}
function networkOf(now: Counters['interfaces'], last: Counters['interfaces'], seconds: number): Host['network'] {
  const interfaces = [...now].map(([name, { received, sent, errors }]) => ({
    name,
    received: rateOf(received, last.get(name)?.received, seconds),
    sent: rateOf(sent, last.get(name)?.sent, seconds),
    errors,
  }))
  const sum = (of: (one: (typeof interfaces)[number]) => number | null) => {
    const values = interfaces.map(of).filter((value) => value !== null)
    return values.length === 0 ? null : values.reduce((total, value) => total + value, 0)
  }
  return {
    received: sum((one) => one.received),
    sent: sum((one) => one.sent),
    errors: sum((one) => one.errors),
    interfaces,
  }
}

/** Thermal zones, or hwmon sensors without any. */
async function sensorFiles(root: string): Promise<string[]> {
  const below = async (folder: string, pattern: RegExp) =>
    (await readdir(join(root, folder)).catch(() => [])).filter((name) => pattern.test(name))
  const zones = await below('sys/class/thermal', /^thermal_zone\d+$/)
  if (zones.length > 0) return zones.map((zone) => `sys/class/thermal/${zone}/temp`)
  const drivers = await below('sys/class/hwmon', /^hwmon\d+$/)
  const files = drivers.map(async (driver) => {
    const inputs = await below(`sys/class/hwmon/${driver}`, /^temp\d+_input$/)
    return inputs.map((input) => `sys/class/hwmon/${driver}/${input}`)
  })
  return (await Promise.all(files)).flat()
}

/** The kernel reports thousandths. Disabled sensors report impossible values. */
function celsius(text: string | undefined): number | null {
  const degrees = Number(text?.trim() || Number.NaN) / 1_000
  return degrees > -60 && degrees < 200 && degrees !== 0 ? Math.round(degrees * 10) / 10 : null
}
