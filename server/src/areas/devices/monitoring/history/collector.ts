import { encodePoint } from './point-code.ts'
import type { HistoryRow } from './store.ts'
import { mergeSummaries } from './summary.ts'
import type { Summary } from './summary.ts'
import { floorTo, historyTiers } from '#platform/readings/tiers'
import type { HistoryTier } from '#platform/readings/tiers'

/** Of one device: points to be written, and those that the next point of a thinner tier is made of. */
interface Collected {
  ready: Record<HistoryTier, Summary[]>
  /** Readings of the minute that is not over. */
  minute: Summary[]
  /** Minutes of the quarter of an hour that is not over. */
  quarter: Summary[]
}

const empty = (): Collected => ({ ready: { raw: [], minute: [], quarter: [] }, minute: [], quarter: [] })

export type HistoryCollector = ReturnType<typeof createHistoryCollector>

/** Thins readings as they come, in memory. */
export function createHistoryCollector() {
  const devices = new Map<string, Collected>()

  function closeQuarter(collected: Collected): void {
    const [first] = collected.quarter
    if (first === undefined) return
    collected.ready.quarter.push(mergeSummaries(floorTo(first.at, historyTiers.quarter.step), collected.quarter))
    collected.quarter = []
  }

  function closeMinute(collected: Collected): void {
    const [first] = collected.minute
    if (first === undefined) return
    const point = mergeSummaries(floorTo(first.at, historyTiers.minute.step), collected.minute)
    collected.minute = []
    collected.ready.minute.push(point)
    const quarterOf = (at: number) => floorTo(at, historyTiers.quarter.step)
    const [started] = collected.quarter
    if (started !== undefined && quarterOf(started.at) !== quarterOf(point.at)) closeQuarter(collected)
    collected.quarter.push(point)
  }

  function closeUntil(collected: Collected, seconds: number): void {
    const isOver = ([first]: Summary[], step: number) =>
      first !== undefined && floorTo(first.at, step) < floorTo(seconds, step)
    if (isOver(collected.minute, historyTiers.minute.step)) closeMinute(collected)
    if (isOver(collected.quarter, historyTiers.quarter.step)) closeQuarter(collected)
  }

  return {
    add(deviceId: string, point: Summary): void {
      const collected = devices.get(deviceId) ?? empty()
      devices.set(deviceId, collected)
      closeUntil(collected, point.at)
      collected.ready.raw.push(point)
      collected.minute.push(point)
    },
    /** What a tier has of a device besides what is written. */
    pending(deviceId: string, tier: HistoryTier): Summary[] {
      const collected = devices.get(deviceId)
      if (collected === undefined) return []
      const { ready, minute, quarter } = collected
      const open = { raw: [], minute, quarter: [...quarter, ...minute] }[tier]
      const [first] = open
      return first === undefined
        ? ready[tier]
        : [...ready[tier], mergeSummaries(floorTo(first.at, historyTiers[tier].step), open)]
    },
    /** Rows to append; with `all` also of spans that are not over, because nothing comes after. */
    take(seconds: number, all = false): HistoryRow[] {
      return [...devices].flatMap(([deviceId, collected]) => {
        closeUntil(collected, seconds)
        if (all) {
          closeMinute(collected)
          closeQuarter(collected)
        }
        const rows = (Object.keys(collected.ready) as HistoryTier[]).flatMap((tier) =>
          rowsOf(deviceId, tier, collected.ready[tier]),
        )
        collected.ready = empty().ready
        if (collected.minute.length === 0 && collected.quarter.length === 0) devices.delete(deviceId)
        return rows
      })
    },
    forget: (deviceId: string) => void devices.delete(deviceId),
    isEmpty: () => devices.size === 0,
  }
}

function rowsOf(deviceId: string, tier: HistoryTier, points: readonly Summary[]): HistoryRow[] {
  const { row, unit } = historyTiers[tier]
  const byStart = new Map<number, string>()
  for (const point of points) {
    const start = floorTo(point.at, row)
    byStart.set(start, (byStart.get(start) ?? '') + encodePoint(point, { start, unit }))
  }
  return [...byStart].map(([start, text]) => ({ deviceId, tier, start, points: text }))
}
