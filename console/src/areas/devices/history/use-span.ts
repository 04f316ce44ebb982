import { useEffect, useState } from 'react'
import type { HistoryRange } from '../search.ts'

const hour = 3_600_000
const lengths: Record<HistoryRange, number> = { '1h': hour, '24h': 24 * hour, '7d': 168 * hour, '30d': 720 * hour }

/** The interval in milliseconds at which a span moves on: about one point of the chart, 15 s at least. */
const pauseOf = (range: HistoryRange) => Math.max(15_000, lengths[range] / 300)

export function useSpan(range: HistoryRange): { from: string; to: string } {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const move = () => document.visibilityState === 'visible' && setNow(Date.now())
    const timer = setInterval(move, pauseOf(range))
    return () => clearInterval(timer)
  }, [range])
  return { from: new Date(now - lengths[range]).toISOString(), to: new Date(now).toISOString() }
}
