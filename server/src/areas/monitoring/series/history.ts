import type { HostHistory, HostSeries } from '@vermilion/contract/monitoring/hosts'
import { setImmediate as breath } from 'node:timers/promises'
import type { Clock } from '#platform/clock'
import type { Database } from '#platform/database/database'
import { jobKind } from '#platform/jobs/jobs'
import type { Jobs } from '#platform/jobs/jobs'
import type { Lifecycle } from '#platform/lifecycle'
import type { Log } from '#platform/log'
import { floorTo, historyTiers, planHistory, tierNames } from '#platform/readings/tiers'
import type { HistoryTier } from '#platform/readings/tiers'
import { createSeriesCollector } from './collector.ts'
import type { SeriesCollector } from './collector.ts'
import { forEachPoint } from './point-code.ts'
import { createReadingStore } from './store.ts'
import type { ReadingStore } from './store.ts'
import { createSteps } from './steps.ts'

/** Milliseconds between two times that readings are written. */
const flushInterval = 60_000
/** Rows that one statement forgets. */
const batchSize = 500
/** Rows that are decoded before others have their turn. */
const rowsAtOnce = 200
const longestSpan = 400 * 86_400

const forgetting = jobKind<null>('forget-readings')

interface HistoryNeeds {
  database: Database
  clock: Clock
  jobs: Jobs
  lifecycle: Lifecycle
  log: Log
}

export interface HistorySpan {
  /** Seconds since 1970. */
  from: number
  to: number
  points: number
}

export type ReadingHistory = ReturnType<typeof createReadingHistory>

/** Readings of hosts over time, thinned as they grow old. */
export function createReadingHistory({ database, clock, jobs, lifecycle, log }: HistoryNeeds) {
  const store = createReadingStore(database)
  const collector = createSeriesCollector()
  /** Numbers of series by host and name. */
  let numbers: Map<string, Map<string, number>> | undefined
  let timer: NodeJS.Timeout | null = null
  let writing: Promise<void> = Promise.resolve()
  const seconds = () => Math.floor(clock.now() / 1_000)

  async function numbersOf(hostId: string): Promise<Map<string, number>> {
    if (numbers === undefined) {
      const existing = await store.series()
      numbers ??= new Map([...Map.groupBy(existing, (one) => one.hostId)].map(([id, all]) => [id, toNumbers(all)]))
    }
    const ofHost = numbers.get(hostId) ?? new Map<string, number>()
    numbers.set(hostId, ofHost)
    return ofHost
  }

  const forgetOfTier = async (tier: HistoryTier) => {
    const { retention, row } = historyTiers[tier]
    while ((await store.removeOlder(tier, seconds() - retention - row, batchSize)) === batchSize);
  }

  async function write(all: boolean): Promise<void> {
    const rows = collector.take(seconds(), all)
    if (rows.length > 0) await database.transaction(() => store.append(rows))
    if (!all) await forgetOfTier('raw')
  }

  function flush(all = false): Promise<void> {
    writing = writing
      .then(() => write(all))
      .catch((error: unknown) => log.error({ err: error }, 'the readings of hosts could not be kept'))
    return writing
  }

  function flushLater(): void {
    timer ??= setTimeout(() => {
      timer = null
      void flush().then(() => {
        if (!collector.isEmpty()) flushLater()
      })
    }, flushInterval).unref()
  }

  async function forgetOld(): Promise<void> {
    for (const tier of tierNames) await forgetOfTier(tier)
  }

  jobs.daily(forgetting, { run: forgetOld })
  lifecycle.onStop(async () => {
    if (timer !== null) clearTimeout(timer)
    await flush(true)
  })

  return {
    /** Values of a host at one moment. What is null is not kept: it is a gap. */
    async add(hostId: string, values: Readonly<Record<string, number | null>>): Promise<void> {
      const at = seconds()
      const ofHost = await numbersOf(hostId)
      for (const [name, value] of Object.entries(values)) {
        if (value === null || !Number.isFinite(value)) continue
        const number = ofHost.get(name) ?? (await store.addSeries(hostId, name))
        ofHost.set(name, number)
        collector.add(number, at, value)
      }
      flushLater()
    },

    async read(hostId: string, { from: requested, to, points }: HistorySpan): Promise<HostHistory> {
      const from = Math.max(requested, to - longestSpan)
      const { tier, step } = planHistory({ from, to, now: seconds(), points })
      const names = await numbersOf(hostId)
      const series = await readSeries({ store, collector, names, tier, from, to, step })
      return { from: new Date(floorTo(from, step) * 1_000).toISOString(), step, series }
    },

    /** Writes what is collected now. */
    flush: () => flush(),
    forgetOld,
  }
}

interface SeriesRead {
  store: ReadingStore
  collector: SeriesCollector
  names: ReadonlyMap<string, number>
  tier: HistoryTier
  from: number
  to: number
  step: number
}

/** The series of one host that have anything in a span, by its steps. */
async function readSeries({ store, collector, names, tier, from, to, step }: SeriesRead): Promise<HostSeries[]> {
  const { row, unit } = historyTiers[tier]
  const steps = new Map([...names.values()].map((number) => [number, createSteps({ from, to, step })]))
  const rows = steps.size === 0 ? [] : await store.rows([...steps.keys()], tier, { from: floorTo(from, row), to })
  for (const [index, { series, start, points }] of rows.entries()) {
    const own = steps.get(series)
    if (own !== undefined) forEachPoint(points, { start, unit }, own.add)
    if (index % rowsAtOnce === rowsAtOnce - 1) await breath()
  }
  return [...names].flatMap(([name, number]): HostSeries[] => {
    const own = steps.get(number)
    for (const { at, mean, highest, readings } of collector.pending(number, tier)) own?.add(at, mean, highest, readings)
    return own === undefined || own.isEmpty() ? [] : [{ name, ...own.values() }]
  })
}

function toNumbers(series: readonly { name: string; number: number }[]): Map<string, number> {
  return new Map(series.map(({ name, number }) => [name, number]))
}
