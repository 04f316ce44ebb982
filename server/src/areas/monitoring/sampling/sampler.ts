import { performance } from 'node:perf_hooks'
import { unusedBelow } from '@vermilion/contract/monitoring/accelerators'
import type { Platform } from '#platform/platform'
import { createClockWatch } from '../series/clock-watch.ts'
import type { ReadingHistory } from '../series/history.ts'
import { createMachineReader, type MachineReading } from './machine-reading.ts'
import { type AcceleratorReading, readNvidia } from './nvidia.ts'
import { createSysfsCards } from './sysfs-cards.ts'

export const serverHost = 'server'

const usualInterval = 10_000
/** Maximum share of time for driver tools, and maximum milliseconds between two calls. */
const driverShare = 1 / 100
const maxDriverPauseMs = 60_000

interface SamplerNeeds extends Pick<Platform, 'clock' | 'lifecycle' | 'log'> {
  history: Pick<ReadingHistory, 'add' | 'noteJump'>
  dataFolder: string
  interval?: number | undefined
  root?: string | undefined
  /** The server's own transfer rates in bytes per second, by series name. */
  transfers: () => Record<string, number> | null
  read: () => void
}

export interface AcceleratorSample extends AcceleratorReading {
  /** Last load in milliseconds since 1970; null since startup. */
  lastUsedAt: number | null
  stateSince: number
}

export interface MachineSample {
  readonly at: string
  readonly reading: MachineReading
}

export type Sampler = ReturnType<typeof createSampler>

export function createSampler(needs: SamplerNeeds) {
  const { clock, lifecycle, log, history, dataFolder, interval, root, transfers, read: announceReading } = needs
  const pause = interval ?? usualInterval
  const machine = createMachineReader({ dataFolder, ...(root === undefined ? {} : { root }) })
  const sysfs = createSysfsCards(root === undefined ? {} : { root })
  const watch = createClockWatch(clock)
  let nvidia: AcceleratorReading[] = []
  let askedAt = -Infinity
  let driverPause = 0
  let latest: MachineSample | undefined
  let accelerators = new Map<number, AcceleratorSample>()
  let timer: NodeJS.Timeout | undefined
  let reading: Promise<void> | undefined
  let isOver = false

  async function askNvidia(): Promise<AcceleratorReading[]> {
    const startedAt = performance.now()
    if (startedAt - askedAt < driverPause) return nvidia
    askedAt = startedAt
    const answered = await readNvidia()
    const took = performance.now() - startedAt
    // Without the tool, do not search for it each time.
    driverPause = answered === null ? maxDriverPauseMs : Math.min(maxDriverPauseMs, took / driverShare)
    nvidia = answered ?? []
    return nvidia
  }

  function noteAccelerators(read: readonly AcceleratorReading[]): void {
    const now = clock.now()
    accelerators = new Map(
      read.map((card) => {
        const previous = accelerators.get(card.index)
        const isUsed = (card.utilization ?? 0) >= unusedBelow
        const wasUsed = (previous?.utilization ?? 0) >= unusedBelow
        const lastUsedAt = isUsed ? now : (previous?.lastUsedAt ?? null)
        const stateSince = previous !== undefined && isUsed === wasUsed ? previous.stateSince : now
        return [card.index, { ...card, lastUsedAt, stateSince }]
      }),
    )
  }

  async function read(): Promise<void> {
    const [own, cards] = await Promise.all([machine.read(), askNvidia()])
    const others = await sysfs.read(cards.reduce((next, { index }) => Math.max(next, index + 1), 0))
    if (isOver) return
    const jump = watch.check()
    if (jump !== 0) await history.noteJump(jump)
    latest = { at: clock.time(), reading: own }
    noteAccelerators([...cards, ...others])
    await history.add(serverHost, { ...valuesOf(own, [...cards, ...others]), ...transfers() })
    announceReading()
  }

  function readOnce(): Promise<void> {
    reading ??= read()
      .catch((error: unknown) => log.warn({ err: error }, 'the machine could not be read'))
      .finally(() => (reading = undefined))
    return reading
  }

  lifecycle.onStart(() => {
    machine.start()
    void readOnce()
    timer = setInterval(() => void readOnce(), pause).unref()
  })
  lifecycle.onStop(async () => {
    isOver = true
    clearInterval(timer)
    machine.stop()
    await reading
  })

  return {
    latest: () => latest,
    accelerators: () => [...accelerators.values()],
    readOnce,
    forgetDriver: () => void (driverPause = 0),
  }
}

function valuesOf(own: MachineReading, cards: readonly AcceleratorReading[]): Record<string, number | null> {
  const values: Record<string, number | null> = {
    cpu: own.cpu,
    memory: own.memory.used,
    swap: own.swap.total === 0 ? null : own.swap.used,
    load: own.load,
    temperature: own.temperature,
    'disk/used': own.disk.used,
    'disk/read': own.disk.read,
    'disk/written': own.disk.written,
    'network/received': own.network.received,
    'network/sent': own.network.sent,
    'process/memory': own.process?.memory ?? null,
    'process/cpu': own.process?.cpu ?? null,
    'process/delay': own.process?.delaySeconds ?? null,
  }
  for (const { name, received, sent } of own.network.interfaces) {
    values[`interface/${name}/received`] = received
    values[`interface/${name}/sent`] = sent
  }
  for (const { index, utilization, memoryUsed, temperature, power } of cards) {
    values[`accelerator/${index}/utilization`] = utilization
    values[`accelerator/${index}/memory`] = memoryUsed
    values[`accelerator/${index}/temperature`] = temperature
    values[`accelerator/${index}/power`] = power
  }
  return values
}
