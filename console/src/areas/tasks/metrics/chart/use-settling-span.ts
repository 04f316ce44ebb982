import { useEffect, useState } from 'react'
import type { Span } from '../view.ts'

/** Milliseconds after a gesture until the chart loads finer points and fits its height. */
const rest = 140

/** The span during a gesture; null after it has ended, when the page's span has taken it over. */
export function useSettlingSpan(extent: Span, onSpan: (span: Span | null) => void) {
  const [moving, setMoving] = useState<Span | null>(null)
  useEffect(() => {
    if (moving === null) return
    const timer = setTimeout(() => {
      onSpan(moving.from <= extent.from && moving.to >= extent.to ? null : moving)
      setMoving(null)
    }, rest)
    return () => clearTimeout(timer)
  }, [moving, extent, onSpan])
  return [moving, setMoving] as const
}
