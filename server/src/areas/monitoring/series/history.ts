import type { HostHistory, HostSeries } from '@vermilion/contract/monitoring/hosts'
import { setImmediate as breath } from 'node:timers/promises'
import { jobKind } from '#platform/jobs/jobs'
import { createPointCollector, type PointCollector } from '#platform/readings/collector'
import { floorTo, type HistoryTier, historyTiers, planHistory } from '#platform/readings/tiers'
import { createReadingWriter, type ReadingWriterNeeds } from '#platform/readings/writer'
import { forEachPoint, type Point, pointOf, seriesPoints } from './point-code.ts'
import { createJumpStore, createReadingStore, type ReadingStore } from './store.ts'
import { createSteps } from './steps.ts'

const rowsAtOnce = 200
const maxSpanSeconds = 400 * 86_400

const forgetting = jobKind<null>('forget-readings')

interface HistorySpan {
  from: number
  to: number
  points: number
}

export type ReadingHistory = ReturnType<typeof createReadingHistory>

export function createReadingHistory(needs: ReadingWriterNeeds) {
  const store = createReadingStore(needs.database)
  const jumps = createJumpStore(needs.database)
  const collector = createPointCollector<number, Point>(seriesPoints)
  const problem = 'the readings of hosts could not be kept'
  const writer = createReadingWriter(needs, { forgetting, problem, collector, store })
  let numbers: Map<string, Map<string, number>> | undefined

  async function numbersOf(hostId: string): Promise<Map<string, number>> {
    if (numbers === undefined) {
      const existing = await store.series()
      numbers ??= new Map([...Map.groupBy(existing, (one) => one.hostId)].map(([id, all]) => [id, toNumbers(all)]))
    }
    const ofHost = numbers.get(hostId) ?? new Map<string, number>()
    numbers.set(hostId, ofHost)
    return ofHost
  }

  return {
    flush: writer.flush,
    forgetOld: writer.forgetOld,
    /** Null values are not stored and become gaps. */
    async add(hostId: string, values: Readonly<Record<string, number | null>>): Promise<void> {
      const at = writer.seconds()
      const ofHost = await numbersOf(hostId)
      for (const [name, value] of Object.entries(values)) {
        if (value === null || !Number.isFinite(value)) continue
        const number = ofHost.get(name) ?? (await store.addSeries(hostId, name))
        ofHost.set(name, number)
        collector.add(number, pointOf(at, value))
      }
      writer.flushLater()
    },

    async noteJump(seconds: number): Promise<void> {
      await jumps.add({ at: writer.seconds(), seconds })
      await jumps.removeOlder(writer.seconds() - maxSpanSeconds)
    },

    async jumps(span: Pick<HistorySpan, 'from' | 'to'>): Promise<HostHistory['jumps']> {
      const rows = await jumps.between(span)
      return rows.map(({ at, seconds }) => ({ at: new Date(at * 1_000).toISOString(), seconds }))
    },

    async read(hostId: string, { from: requested, to, points }: HistorySpan): Promise<Omit<HostHistory, 'jumps'>> {
      const from = Math.max(requested, to - maxSpanSeconds)
      const { tier, step } = planHistory({ from, to, now: writer.seconds(), points })
      const names = await numbersOf(hostId)
      const series = await readSeries({ store, collector, names, tier, from, to, step })
      return { from: new Date(floorTo(from, step) * 1_000).toISOString(), step, series }
    },
  }
}

interface SeriesRead {
  store: ReadingStore
  collector: PointCollector<number, Point>
  names: ReadonlyMap<string, number>
  tier: HistoryTier
  from: number
  to: number
  step: number
}

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
