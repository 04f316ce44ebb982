import { useMemo } from 'react'
import { extentOf, type Span } from '#ui/chart/lines/span.ts'
import type { LineDisplay } from '#ui/chart/lines/line-plot.tsx'
import { type ChartCurve, keyOf } from './groups.ts'
import { usePoints } from './use-points.ts'

const nothing = { from: 0, to: 1 }

export interface ChartSelection {
  readonly curves: readonly ChartCurve[]
  readonly display: LineDisplay
  /** The span of all charts of the page; null for everything. */
  readonly span: Span | null
  readonly alone: boolean
}

export function useChartPoints({ curves: requested, display, span, alone }: ChartSelection) {
  const tasks = useMemo(() => [...new Set(requested.map(({ taskId }) => taskId))], [requested])
  const names = useMemo(() => [...new Set(requested.map(({ name }) => name))], [requested])
  const all = usePoints({ tasks, names, axis: display.axis, span: null, alone })
  const near = usePoints({ tasks, names, axis: display.axis, span, alone }, span !== null)
  const loaded = span !== null && near.exact && near.series.length > 0 ? near : all
  const curves = useMemo(() => {
    const seriesByKey = new Map(loaded.series.map((one) => [keyOf(one), one]))
    // Two curves of a machine often coincide, so the second is dashed.
    const isDashed = (at: number) =>
      requested.length === 2 && at === 1 && requested[1]?.name.startsWith('system/') === true
    return requested.map(({ text, colour, tooltip, ...curve }, at) => {
      const { x = [], y = [] } = seriesByKey.get(keyOf(curve)) ?? {}
      const points = { x: Float64Array.from(x), y: Float64Array.from(y), dashed: isDashed(at) }
      return { key: keyOf(curve), name: text, colour, ...points, ...(tooltip === undefined ? {} : { tooltip }) }
    })
  }, [loaded.series, requested])
  const extent: Span = useMemo(() => extentOf(all.series) ?? nothing, [all.series])
  const failed = all.error !== null ? all : span !== null && near.error !== null ? near : null
  return { curves, extent, pending: all.pending, failed, isEmpty: failed === all && all.series.length === 0 }
}
