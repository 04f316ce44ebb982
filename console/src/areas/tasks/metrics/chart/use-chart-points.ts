import { useMemo } from 'react'
import { usePoints } from '../use-points.ts'
import { extentOf, type Span } from '../view.ts'
import { type ChartProps, keyOf } from './chart-types.ts'

const nothing = { from: 0, to: 1 }

type PointsNeeds = Pick<ChartProps, 'curves' | 'look' | 'span' | 'alone'>

/** The points of a chart's curves: of all, and where a span is shown, finer ones of that. */
export function useChartPoints({ curves, look, span, alone }: PointsNeeds) {
  const tasks = useMemo(() => [...new Set(curves.map(({ taskId }) => taskId))], [curves])
  const names = useMemo(() => [...new Set(curves.map(({ name }) => name))], [curves])
  const all = usePoints({ tasks, names, axis: look.axis, span: null, alone })
  const near = usePoints({ tasks, names, axis: look.axis, span, alone }, span !== null)
  const loaded = span !== null && near.exact && near.series.length > 0 ? near : all
  const points = useMemo(() => {
    const seriesByKey = new Map(loaded.series.map((one) => [keyOf(one), one]))
    return curves.map((curve) => {
      const { x = [], y = [] } = seriesByKey.get(keyOf(curve)) ?? {}
      return { x: Float64Array.from(x), y: Float64Array.from(y), colour: curve.colour }
    })
  }, [loaded.series, curves])
  const extent: Span = useMemo(() => extentOf(all.series) ?? nothing, [all.series])
  const failed = all.error !== null ? all : span !== null && near.error !== null ? near : null
  return { points, extent, pending: all.pending, failed, isEmpty: failed === all && all.series.length === 0 }
}
