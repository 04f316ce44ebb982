import type { DeviceReading, HistoryPoint } from '@vermilion/contract/devices/readings'
import type { Clock } from '#platform/clock'
import type { Database } from '#platform/database/database'
import { jobKind } from '#platform/jobs/jobs'
import type { Jobs } from '#platform/jobs/jobs'
import type { Lifecycle } from '#platform/lifecycle'
import type { Log } from '#platform/log'
import { createHistoryCollector } from './collector.ts'
import { decodePoints } from './point-code.ts'
import { createHistoryStore } from './store.ts'
import { mergeSummaries, summaryOf } from './summary.ts'
import type { Summary } from './summary.ts'
import { floorTo, historyTiers, planHistory, tierNames } from '#platform/readings/tiers'
import type { HistoryTier } from '#platform/readings/tiers'

/** Milliseconds between two times that history is written. */
const flushInterval = 60_000
/** Rows that one statement forgets. */
const batchSize = 500
const longestSpan = 400 * 86_400

const forgetting = jobKind<null>('forget-device-history')

interface HistoryNeeds {
  database: Database
  clock: Clock
  jobs: Jobs
  lifecycle: Lifecycle
  log: Log
}

export type DeviceHistory = ReturnType<typeof createDeviceHistory>

/** Readings over time, thinned as they grow old. */
export function createDeviceHistory({ database, clock, jobs, lifecycle, log }: HistoryNeeds) {
  const store = createHistoryStore(database)
  const collector = createHistoryCollector()
  let timer: NodeJS.Timeout | null = null
  let writing: Promise<void> = Promise.resolve()
  const seconds = () => Math.floor(clock.now() / 1_000)

  const forgetOfTier = async (tier: HistoryTier) => {
    const { retention, row } = historyTiers[tier]
    while ((await store.removeOlder(tier, seconds() - retention - row, batchSize)) === batchSize);
  }

  async function write(all: boolean): Promise<void> {
    const rows = collector.take(seconds(), all)
    if (rows.length > 0) await database.transaction(() => store.append(rows))
    // These are many, and old within hours.
    if (!all) await forgetOfTier('raw')
  }

  function flush(all = false): Promise<void> {
    writing = writing
      .then(() => write(all))
      .catch((error: unknown) => log.error({ err: error }, 'the history of devices could not be kept'))
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
    add(deviceId: string, reading: DeviceReading): void {
      collector.add(deviceId, summaryOf(reading))
      flushLater()
    },

    async read(deviceId: string, query: { from: string; to?: string | undefined; points: number }) {
      const [requestedFrom, to] = [query.from, query.to ?? clock.time()].map((time) =>
        Math.floor(Date.parse(time) / 1_000),
      ) as [number, number]
      const from = Math.max(requestedFrom, to - longestSpan)
      const { tier, step } = planHistory({ from, to, now: seconds(), points: query.points })
      const { row, unit } = historyTiers[tier]
      const rows = await store.rows(deviceId, tier, { from: floorTo(from, row), to })
      const points = rows.flatMap(({ start, points: text }) => decodePoints(text, { start, unit }))
      return { step, points: alignPoints([...points, ...collector.pending(deviceId, tier)], { from, to, step }) }
    },

    async removeDevice(deviceId: string): Promise<void> {
      collector.forget(deviceId)
      await store.removeDevice(deviceId)
    },
    /** Writes what is collected now. */
    flush: () => flush(),
    forgetOld,
  }
}

/** One point for each step of a span; one without readings where the device was away. */
export function alignPoints(
  points: readonly Summary[],
  { from, to, step }: { from: number; to: number; step: number },
): HistoryPoint[] {
  const byStep = new Map<number, Summary[]>()
  for (const point of points) {
    const at = floorTo(point.at, step)
    const others = byStep.get(at)
    if (others === undefined) byStep.set(at, [point])
    else others.push(point)
  }
  const aligned: HistoryPoint[] = []
  for (let at = floorTo(from, step); at < to; at += step) {
    const point = mergeSummaries(at, byStep.get(at) ?? [])
    aligned.push({ ...point, at: new Date(at * 1_000).toISOString() })
  }
  return aligned
}
