import { floorTo, historyTiers, tierNames, type HistoryTier } from './tiers.ts'

/** `at` is in seconds since 1970. */
interface TimedPoint {
  readonly at: number
  readonly readings: number
}

type ThinTier = Exclude<HistoryTier, 'raw'>
/** Each tier is computed from the one before. */
const thinTiers = tierNames.filter((tier): tier is ThinTier => tier !== 'raw')
const after = (tier: ThinTier): ThinTier | undefined => thinTiers[thinTiers.indexOf(tier) + 1]

interface Collected<Point> {
  ready: Record<HistoryTier, Point[]>
  open: Record<ThinTier, Point[]>
}

export interface PointRow<Key> {
  readonly key: Key
  readonly tier: HistoryTier
  readonly start: number
  readonly points: string
}

export interface PointKind<Point> {
  merge(at: number, points: readonly Point[]): Point
  /** The texts of points are concatenated in a row. */
  encode(point: Point, row: { readonly start: number; readonly unit: number }): string
  decode(text: string, row: { readonly start: number; readonly unit: number }): readonly Point[]
}

export type PointCollector<Key, Point extends TimedPoint> = ReturnType<typeof createPointCollector<Key, Point>>

const countReadings = (points: readonly TimedPoint[]) => points.reduce((sum, { readings }) => sum + readings, 0)

/** The last span's points, in order, that no thinner point summarizes yet. */
function findUncounted<Point extends TimedPoint>(
  points: readonly Point[],
  thinner: readonly Point[],
  step: number,
): Point[] {
  const last = floorTo(points.at(-1)?.at ?? 0, step)
  const isOfLast = ({ at }: Point) => floorTo(at, step) === last
  const counted = countReadings(thinner.filter(isOfLast))
  const ofLast = points.filter(isOfLast)
  return ofLast.filter((_, index) => countReadings(ofLast.slice(0, index + 1)) > counted)
}

/** Thins readings of many keys in memory. A clock that jumps, in either direction, closes open spans. */
export function createPointCollector<Key, Point extends TimedPoint>({ merge, encode, decode }: PointKind<Point>) {
  const byKey = new Map<Key, Collected<Point>>()
  const noPoints = (): Collected<Point>['ready'] => ({ raw: [], minute: [], quarter: [], eighth: [] })
  const nothing = (): Collected<Point> => ({ ready: noPoints(), open: { minute: [], quarter: [], eighth: [] } })

  const isOver = ([first]: readonly Point[], seconds: number, step: number) =>
    first !== undefined && floorTo(first.at, step) !== floorTo(seconds, step)

  function close(collected: Collected<Point>, tier: ThinTier): void {
    const { ready, open } = collected
    const [first] = open[tier]
    if (first === undefined) return
    const point = merge(floorTo(first.at, historyTiers[tier].step), open[tier])
    open[tier] = []
    ready[tier].push(point)
    const next = after(tier)
    if (next === undefined) return
    if (isOver(open[next], point.at, historyTiers[next].step)) close(collected, next)
    open[next].push(point)
  }

  function closeUntil(collected: Collected<Point>, seconds: number): void {
    for (const tier of thinTiers)
      if (isOver(collected.open[tier], seconds, historyTiers[tier].step)) close(collected, tier)
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

  const decodeRow = ({ tier, start, points }: PointRow<Key>) => decode(points, { start, unit: historyTiers[tier].unit })

  return {
    /**
     * Restores the eighths of days that were open when the process was killed (hours of readings) from each key's last written
     * quarters that no eighth summarizes.
     */
    resume(quarters: readonly PointRow<Key>[], eighths: readonly PointRow<Key>[]): void {
      const written = new Map(eighths.map((row) => [row.key, row]))
      for (const row of quarters) {
        const same = written.get(row.key)
        const open = findUncounted(decodeRow(row), same === undefined ? [] : decodeRow(same), historyTiers.eighth.step)
        if (open.length === 0) continue
        const collected = byKey.get(row.key) ?? nothing()
        byKey.set(row.key, collected)
        collected.open.eighth.unshift(...open)
      }
    },
    add(key: Key, point: Point): void {
      const collected = byKey.get(key) ?? nothing()
      byKey.set(key, collected)
      closeUntil(collected, point.at)
      collected.ready.raw.push(point)
      collected.open.minute.push(point)
    },
    /** A key's points of a tier that are not written yet. */
    pending(key: Key, tier: HistoryTier): readonly Point[] {
      const collected = byKey.get(key)
      if (collected === undefined) return []
      const { ready, open } = collected
      if (tier === 'raw') return ready.raw
      const within = thinTiers.slice(0, thinTiers.indexOf(tier) + 1)
      const points = within.toReversed().flatMap((finer) => open[finer])
      const [first] = points
      return first === undefined
        ? ready[tier]
        : [...ready[tier], merge(floorTo(first.at, historyTiers[tier].step), points)]
    },
    /** Rows to append; with `all` also unfinished spans, because nothing follows. */
    take(seconds: number, all = false): PointRow<Key>[] {
      return [...byKey].flatMap(([key, collected]) => {
        closeUntil(collected, seconds)
        if (all) for (const tier of thinTiers) close(collected, tier)
        const rows = tierNames.flatMap((tier) => rowsOf(key, tier, collected.ready[tier]))
        collected.ready = noPoints()
        if (thinTiers.every((tier) => collected.open[tier].length === 0)) byKey.delete(key)
        return rows
      })
    },
    forget: (key: Key) => void byKey.delete(key),
    isEmpty: () => byKey.size === 0,
  }
}
