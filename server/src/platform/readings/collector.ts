import { floorTo, historyTiers, tierNames } from './tiers.ts'
import type { HistoryTier } from './tiers.ts'

/** `at` in seconds since 1970. */
interface TimedPoint {
  readonly at: number
}

/** Of one key: points to be written, and those that the next point of a thinner tier is made of. */
interface Collected<Point> {
  ready: Record<HistoryTier, Point[]>
  /** Readings of the minute that is not over. */
  minute: Point[]
  /** Minutes of the quarter of an hour that is not over. */
  quarter: Point[]
}

/** Points of a key that lie in one row. */
export interface PointRow<Key> {
  readonly key: Key
  readonly tier: HistoryTier
  readonly start: number
  readonly points: string
}

export interface PointKind<Point> {
  /** One point that stands for several, of which there is one at least. */
  merge(at: number, points: readonly Point[]): Point
  /** Texts of points are joined into that of a row. */
  encode(point: Point, row: { readonly start: number; readonly unit: number }): string
}

export type PointCollector<Key, Point extends TimedPoint> = ReturnType<typeof createPointCollector<Key, Point>>

/**
 * Thins readings of many keys as they come, in memory. A clock that jumps, in either direction, closes what is open.
 */
export function createPointCollector<Key, Point extends TimedPoint>({ merge, encode }: PointKind<Point>) {
  const byKey = new Map<Key, Collected<Point>>()
  const noPoints = (): Collected<Point>['ready'] => ({ raw: [], minute: [], quarter: [] })

  const isOver = ([first]: readonly Point[], seconds: number, step: number) =>
    first !== undefined && floorTo(first.at, step) !== floorTo(seconds, step)

  function closeQuarter(collected: Collected<Point>): void {
    const [first] = collected.quarter
    if (first === undefined) return
    collected.ready.quarter.push(merge(floorTo(first.at, historyTiers.quarter.step), collected.quarter))
    collected.quarter = []
  }

  function closeMinute(collected: Collected<Point>): void {
    const [first] = collected.minute
    if (first === undefined) return
    const point = merge(floorTo(first.at, historyTiers.minute.step), collected.minute)
    collected.minute = []
    collected.ready.minute.push(point)
    if (isOver(collected.quarter, point.at, historyTiers.quarter.step)) closeQuarter(collected)
    collected.quarter.push(point)
  }

  function closeUntil(collected: Collected<Point>, seconds: number): void {
    if (isOver(collected.minute, seconds, historyTiers.minute.step)) closeMinute(collected)
    if (isOver(collected.quarter, seconds, historyTiers.quarter.step)) closeQuarter(collected)
  }

  function rowsOf(key: Key, tier: HistoryTier, points: readonly Point[]): PointRow<Key>[] {
    const { row, unit } = historyTiers[tier]
    const byStart = new Map<number, string>()
    for (const point of points) {
      const start = floorTo(point.at, row)
      byStart.set(start, (byStart.get(start) ?? '') + encode(point, { start, unit }))
    }
    return [...byStart].map(([start, text]) => ({ key, tier, start, points: text }))
  }

  return {
    add(key: Key, point: Point): void {
      const collected = byKey.get(key) ?? { ready: noPoints(), minute: [], quarter: [] }
      byKey.set(key, collected)
      closeUntil(collected, point.at)
      collected.ready.raw.push(point)
      collected.minute.push(point)
    },
    /** What a tier has of a key besides what is written. */
    pending(key: Key, tier: HistoryTier): readonly Point[] {
      const collected = byKey.get(key)
      if (collected === undefined) return []
      const { ready, minute, quarter } = collected
      const open = { raw: [], minute, quarter: [...quarter, ...minute] }[tier]
      const [first] = open
      return first === undefined
        ? ready[tier]
        : [...ready[tier], merge(floorTo(first.at, historyTiers[tier].step), open)]
    },
    /** Rows to append; with `all` also of spans that are not over, because nothing comes after. */
    take(seconds: number, all = false): PointRow<Key>[] {
      return [...byKey].flatMap(([key, collected]) => {
        closeUntil(collected, seconds)
        if (all) {
          closeMinute(collected)
          closeQuarter(collected)
        }
        const rows = tierNames.flatMap((tier) => rowsOf(key, tier, collected.ready[tier]))
        collected.ready = noPoints()
        if (collected.minute.length === 0 && collected.quarter.length === 0) byKey.delete(key)
        return rows
      })
    },
    forget: (key: Key) => void byKey.delete(key),
    isEmpty: () => byKey.size === 0,
  }
}
