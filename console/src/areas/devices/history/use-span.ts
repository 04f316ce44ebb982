import { useEffect, useState } from 'react'
import type { HistoryRange } from '../search.ts'

const hour = 3_600_000
const lengths: Record<HistoryRange, number> = { '1h': hour, '24h': 24 * hour, '7d': 168 * hour, '30d': 720 * hour }

/** Milliseconds after which a span is moved on: about one point of the chart, and never in haste. */
const pauseOf = (range: HistoryRange) => Math.max(15_000, lengths[range] / 300)

/** The span up to now. It moves on while it is looked at, in steps, so that within one it is asked for once. */
export function useSpan(range: HistoryRange): { from: string; to: string } {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const move = () => document.visibilityState === 'visible' && setNow(Date.now())
    const timer = setInterval(move, pauseOf(range))
    return () => clearInterval(timer)
  }, [range])
  return { from: new Date(now - lengths[range]).toISOString(), to: new Date(now).toISOString() }
}
