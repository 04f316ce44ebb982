import { useNavigate, useSearch } from '@tanstack/react-router'
import type { CurveOptions } from './metrics-bar.tsx'
import { type MetricSearch, curveOptionsOf } from './search.ts'

export function useCurveOptions(): [CurveOptions, (changes: Partial<CurveOptions>) => void] {
  const options = curveOptionsOf(useSearch({ strict: false }))
  const navigate = useNavigate()
  const change = (changes: Partial<CurveOptions>) => {
    const next = { ...options, ...changes }
    const search: MetricSearch = {
      axis: next.axis === 'step' ? undefined : next.axis,
      smoothing: next.smoothing || undefined,
      log: next.logarithmic || undefined,
      find: next.find || undefined,
      apart: next.apart || undefined,
    }
    // Each page declares these parameters in its own address.
    void navigate({ to: '.', search: ((now: object) => ({ ...now, ...search })) as never, replace: true })
  }
  return [options, change]
}
