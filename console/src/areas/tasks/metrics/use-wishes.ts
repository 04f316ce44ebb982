import { useNavigate, useSearch } from '@tanstack/react-router'
import type { CurveOptions } from './metrics-bar.tsx'
import { type MetricSearch, wishesOf } from './search.ts'

/** How curves are shown, kept in the address. */
export function useWishes(): [CurveOptions, (part: Partial<CurveOptions>) => void] {
  const preferences = wishesOf(useSearch({ strict: false }))
  const navigate = useNavigate()
  const change = (part: Partial<CurveOptions>) => {
    const next = { ...preferences, ...part }
    const search: MetricSearch = {
      axis: next.axis === 'step' ? undefined : next.axis,
      smoothing: next.smoothing || undefined,
      log: next.logarithmic || undefined,
      find: next.find || undefined,
      apart: next.apart || undefined,
    }
    // Each page declares these parameters of its own address.
    void navigate({ to: '.', search: ((now: object) => ({ ...now, ...search })) as never, replace: true })
  }
  return [preferences, change]
}
