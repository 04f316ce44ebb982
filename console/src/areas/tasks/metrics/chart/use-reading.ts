import { type PointerEvent, useState, useSyncExternalStore } from 'react'
import { nearestTo, type Points, positionOf, type Span } from '../view.ts'
import type { Reading } from './chart-reading.tsx'
import { type ChartCurve, edge, plotHeight } from './chart-types.ts'
import type { Cursor } from './cursor.ts'

interface ReadingNeeds {
  view: Span
  range: { low: number; high: number }
  width: number
  visibleCurves: readonly (readonly [ChartCurve, Points])[]
  cursor: Cursor
}

export function useReading({ view, range, width, visibleCurves, cursor }: ReadingNeeds) {
  const [own, setOwn] = useState<Reading | null>(null)
  const sharedAt = useSyncExternalStore(cursor.subscribe, cursor.at)
  const isSeen = sharedAt !== null && sharedAt >= view.from && sharedAt <= view.to
  const reading = own ?? (isSeen ? { at: sharedAt, value: null } : null)
  const setReading = (next: Reading | null) => {
    setOwn(next)
    cursor.move(next?.at ?? null)
  }
  return {
    reading,
    end: () => setReading(null),
    step(by: -1 | 1 | null) {
      if (by === null) return setReading(null)
      const at = reading?.at ?? (by > 0 ? view.from : view.to)
      const positions = visibleCurves.flatMap(([, { x }]) => {
        const next = by > 0 ? positionOf(x, at + Number.EPSILON * Math.max(1, Math.abs(at))) : positionOf(x, at) - 1
        return next >= 0 && next < x.length ? [x[next] ?? at] : []
      })
      const next = by > 0 ? Math.min(...positions) : Math.max(...positions)
      if (positions.length > 0) setReading({ at: next, value: null })
    },
    point({ clientX, clientY, currentTarget }: PointerEvent<HTMLElement>) {
      const box = currentTarget.getBoundingClientRect()
      const at = view.from + ((clientX - box.left - edge.left) / Math.max(1, width)) * (view.to - view.from)
      const value = range.high - ((clientY - box.top - edge.top) / plotHeight) * (range.high - range.low)
      const first = visibleCurves[0]?.[1]
      const nearest = visibleCurves.length === 1 && first ? first.x[nearestTo(first.x, at)] : at
      setReading(at < view.from || at > view.to ? null : { at: nearest ?? at, value })
    },
  }
}
