import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { Range } from '../search.ts'

const hour = 3_600_000
const lengths: Record<Range, number> = {
  '1h': hour,
  '6h': 6 * hour,
  '24h': 24 * hour,
  '7d': 168 * hour,
  '30d': 720 * hour,
  '90d': 2_160 * hour,
}
/** The shortest span of a chart, in milliseconds. */
const shortest = 5 * 60_000

/** The interval in milliseconds at which a span moves on: about one point of the chart, 10 s at least. */
const pauseOf = (range: Range) => Math.max(10_000, lengths[range] / 300)

/** The span ends now and moves on, or is fixed when selected in a chart. Zooming out of everything returns to now. */
export function useSpan() {
  const { range = '1h', from, to } = useSearch({ from: '/shell/resource' })
  const navigate = useNavigate({ from: '/resource' })
  const [now, setNow] = useState(() => Date.now())
  const isZoomed = from !== undefined && to !== undefined && Date.parse(to) > Date.parse(from)
  useEffect(() => {
    if (isZoomed) return
    const move = () => document.visibilityState === 'visible' && setNow(Date.now())
    const timer = setInterval(move, pauseOf(range))
    return () => clearInterval(timer)
  }, [range, isZoomed])
  const setRange = (next: Range) =>
    void navigate({ search: (search) => ({ ...search, range: next, from: undefined, to: undefined }), replace: true })
  const zoom = (start: number, end: number) => {
    const middle = (start + end) / 2
    const half = Math.max(end - start, shortest) / 2
    if (half * 2 >= lengths['90d']) return setRange('90d')
    const part = { from: new Date(middle - half).toISOString(), to: new Date(middle + half).toISOString() }
    return void navigate({ search: (search) => ({ ...search, ...part }), replace: true })
  }
  const span = isZoomed
    ? { from, to }
    : { from: new Date(now - lengths[range]).toISOString(), to: new Date(now).toISOString() }
  return { ...span, range, isZoomed, setRange, zoom }
}
