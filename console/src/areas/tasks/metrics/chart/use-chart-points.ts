import { useMemo } from 'react'
import { usePoints } from '../use-points.ts'
import { extentOf, type Span } from '../view.ts'
import { type ChartProps, keyOf } from './chart-types.ts'

const nothing = { from: 0, to: 1 }

type PointsNeeds = Pick<ChartProps, 'curves' | 'display' | 'span' | 'alone'>

export function useChartPoints({ curves, display, span, alone }: PointsNeeds) {
  const tasks = useMemo(() => [...new Set(curves.map(({ taskId }) => taskId))], [curves])
  const names = useMemo(() => [...new Set(curves.map(({ name }) => name))], [curves])
  const all = usePoints({ tasks, names, axis: display.axis, span: null, alone })
  const near = usePoints({ tasks, names, axis: display.axis, span, alone }, span !== null)
  const loaded = span !== null && near.exact && near.series.length > 0 ? near : all
  const points = useMemo(() => {
    const seriesByKey = new Map(loaded.series.map((one) => [keyOf(one), one]))
    // Two curves of a machine often coincide, so the second is dashed.
    const isDashed = (at: number) => curves.length === 2 && at === 1 && curves[1]?.name.startsWith('system/') === true
    return curves.map((curve, at) => {
      const { x = [], y = [] } = seriesByKey.get(keyOf(curve)) ?? {}
      return { x: Float64Array.from(x), y: Float64Array.from(y), colour: curve.colour, dashed: isDashed(at) }
    })
  }, [loaded.series, curves])
  const extent: Span = useMemo(() => extentOf(all.series) ?? nothing, [all.series])
  const failed = all.error !== null ? all : span !== null && near.error !== null ? near : null
  return { points, extent, pending: all.pending, failed, isEmpty: failed === all && all.series.length === 0 }
}
