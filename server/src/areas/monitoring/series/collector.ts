import { floorTo, historyTiers } from '#platform/readings/tiers'
import type { HistoryTier } from '#platform/readings/tiers'
import { encodePoint, mergePoints } from './point-code.ts'
import type { Point } from './point-code.ts'
import type { ReadingRow } from './store.ts'

/** Of one series: points to be written, and those that the next point of a thinner tier is made of. */
interface Collected {
  ready: Record<HistoryTier, Point[]>
  minute: Point[]
  quarter: Point[]
}

const none = (): Collected['ready'] => ({ raw: [], minute: [], quarter: [] })

export type SeriesCollector = ReturnType<typeof createSeriesCollector>

/** Thins the readings of every series as they come, in memory. A clock that jumps, in either direction, closes what is open. */
export function createSeriesCollector() {
  const bySeries = new Map<number, Collected>()

  function closeQuarter(collected: Collected): void {
    const [first] = collected.quarter
    if (first === undefined) return
    collected.ready.quarter.push(mergePoints(floorTo(first.at, historyTiers.quarter.step), collected.quarter))
    collected.quarter = []
  }

  function closeMinute(collected: Collected): void {
    const [first] = collected.minute
    if (first === undefined) return
    const point = mergePoints(floorTo(first.at, historyTiers.minute.step), collected.minute)
    collected.minute = []
    collected.ready.minute.push(point)
    if (isOver(collected.quarter, point.at, historyTiers.quarter.step)) closeQuarter(collected)
    collected.quarter.push(point)
  }

  function closeUntil(collected: Collected, seconds: number): void {
    if (isOver(collected.minute, seconds, historyTiers.minute.step)) closeMinute(collected)
    if (isOver(collected.quarter, seconds, historyTiers.quarter.step)) closeQuarter(collected)
  }

  return {
    add(series: number, at: number, value: number): void {
      const collected = bySeries.get(series) ?? { ready: none(), minute: [], quarter: [] }
      bySeries.set(series, collected)
      closeUntil(collected, at)
      const point: Point = { at, mean: value, highest: value, readings: 1 }
      collected.ready.raw.push(point)
      collected.minute.push(point)
    },
    /** What a tier has of a series besides what is written. */
    pending(series: number, tier: HistoryTier): readonly Point[] {
      const collected = bySeries.get(series)
      if (collected === undefined) return []
      const { ready, minute, quarter } = collected
      const open = { raw: [], minute, quarter: [...quarter, ...minute] }[tier]
      const [first] = open
      return first === undefined
        ? ready[tier]
        : [...ready[tier], mergePoints(floorTo(first.at, historyTiers[tier].step), open)]
    },
    /** Rows to append; with `all` also of spans that are not over, because nothing comes after. */
    take(seconds: number, all = false): ReadingRow[] {
      const rows: ReadingRow[] = []
      for (const [series, collected] of bySeries) {
        closeUntil(collected, seconds)
        if (all) {
          closeMinute(collected)
          closeQuarter(collected)
        }
        for (const tier of Object.keys(collected.ready) as HistoryTier[])
          addRows(rows, { series, tier, points: collected.ready[tier] })
        collected.ready = none()
        if (collected.minute.length === 0 && collected.quarter.length === 0) bySeries.delete(series)
      }
      return rows
    },
    isEmpty: () => bySeries.size === 0,
  }
}

function isOver([first]: readonly Point[], seconds: number, step: number): boolean {
  return first !== undefined && floorTo(first.at, step) !== floorTo(seconds, step)
}

function addRows(rows: ReadingRow[], written: { series: number; tier: HistoryTier; points: readonly Point[] }): void {
  const { series, tier, points } = written
  const { row, unit } = historyTiers[tier]
  const byStart = new Map<number, string>()
  for (const point of points) {
    const start = floorTo(point.at, row)
    byStart.set(start, (byStart.get(start) ?? '') + encodePoint(point, { start, unit }))
  }
  for (const [start, text] of byStart) rows.push({ series, tier, start, points: text })
}
