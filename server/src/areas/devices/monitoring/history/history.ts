import type { DeviceReading, HistoryPoint } from '@vermilion/contract/devices/readings'
import { jobKind } from '#platform/jobs/jobs'
import { createPointCollector } from '#platform/readings/collector'
import { decodePoints, encodePoint } from './point-code.ts'
import { createHistoryStore } from './store.ts'
import { mergeSummaries, type Summary, summaryOf } from './summary.ts'
import { floorTo, historyTiers, planHistory } from '#platform/readings/tiers'
import { createReadingWriter, type ReadingWriterNeeds } from '#platform/readings/writer'

const maxSpanSeconds = 400 * 86_400

const forgetting = jobKind<null>('forget-device-history')

export function createDeviceHistory(needs: ReadingWriterNeeds) {
  const store = createHistoryStore(needs.database)
  const collector = createPointCollector<string, Summary>({
    merge: mergeSummaries,
    encode: encodePoint,
    decode: decodePoints,
  })
  const problem = 'the history of devices could not be kept'
  const writer = createReadingWriter(needs, { forgetting, problem, collector, store })

  return {
    add(deviceId: string, reading: DeviceReading): void {
      collector.add(deviceId, summaryOf(reading))
      writer.flushLater()
    },

    async read(deviceId: string, query: { from: string; to?: string | undefined; points: number }) {
      const [requestedFrom, to] = [query.from, query.to ?? needs.clock.time()].map((time) =>
        Math.floor(Date.parse(time) / 1_000),
      ) as [number, number]
      const from = Math.max(requestedFrom, to - maxSpanSeconds)
      const { tier, step } = planHistory({ from, to, now: writer.seconds(), points: query.points })
      const { row, unit } = historyTiers[tier]
      const rows = await store.rows(deviceId, tier, { from: floorTo(from, row), to })
      const points = rows.flatMap(({ start, points: text }) => decodePoints(text, { start, unit }))
      return { step, points: alignPoints([...points, ...collector.pending(deviceId, tier)], { from, to, step }) }
    },

    async removeDevice(deviceId: string): Promise<void> {
      collector.forget(deviceId)
      await store.removeDevice(deviceId)
    },
    flush: writer.flush,
    forgetOld: writer.forgetOld,
  }
}

/** One point per step; null values while the device was offline. */
export function alignPoints(
  points: readonly Summary[],
  { from, to, step }: { from: number; to: number; step: number },
): HistoryPoint[] {
  const byStep = Map.groupBy(points, (point) => floorTo(point.at, step))
  const aligned: HistoryPoint[] = []
  for (let at = floorTo(from, step); at < to; at += step) {
    const point = mergeSummaries(at, byStep.get(at) ?? [])
    aligned.push({ ...point, at: new Date(at * 1_000).toISOString() })
  }
  return aligned
}
