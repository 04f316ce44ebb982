import { useCallback, useMemo, useRef, useState } from 'react'
import { PartialStrip, ProblemState } from '#ui/feedback/states.tsx'
import { useSize } from '#ui/chart/use-size.ts'
import { ChartLegend } from './chart-legend.tsx'
import { ChartTools } from './chart-tools.tsx'
import { type ChartProps, edge, keyOf } from './chart-types.ts'
import type { Frame } from './drawing.ts'
import { heightOf } from './frame-extent.ts'
import { SeriesPlot } from './series-plot.tsx'
import { useChartPoints } from './use-chart-points.ts'
import { useGestures } from './use-gestures.ts'
import { usePicture } from './use-picture.ts'
import { useReading } from './use-reading.ts'
import { inReadableUnit } from './readable-unit.ts'
import { useSettlingSpan } from './use-settling-span.ts'
import { around, rangeIn } from '../view.ts'

export function SeriesChart(props: ChartProps) {
  const { label, group, alone, curves, hidden, onHidden, display, isByEpoch, fromZero, cursor, span, onSpan } = props
  const [holder, { width: outerWidth }] = useSize()
  const width = Math.max(0, outerWidth - edge.left - edge.right)
  const canvas = useRef<HTMLCanvasElement>(null)
  const [focus, setFocus] = useState<number | null>(null)
  const { points: measured, extent, pending, failed, isEmpty } = useChartPoints({ curves, display, span, alone })
  const { points, unit } = useMemo(() => inReadableUnit(measured, props.unit), [measured, props.unit])
  const valueTitle = unit ?? props.valueTitle
  const [moving, setMoving] = useSettlingSpan(extent, onSpan)
  const view = moving ?? span ?? extent
  const settled = span ?? extent

  const hiddenList = useMemo(
    () => curves.flatMap((curve, at) => (hidden.has(keyOf(curve)) ? [at] : [])),
    [curves, hidden],
  )
  const range = useMemo(() => {
    const visiblePoints = points.filter((_, at) => !hiddenList.includes(at))
    return heightOf(rangeIn(visiblePoints, settled, display.logarithmic), display.logarithmic, fromZero)
  }, [points, hiddenList, settled, display.logarithmic, fromZero])
  const drawnSpan = moving === null && span === null ? extent : around(view)
  const frame: Frame = { span: drawnSpan, ...range, logarithmic: display.logarithmic }
  const drawnWidth = width * ((drawnSpan.to - drawnSpan.from) / (view.to - view.from))
  const drawing = { frame, width: drawnWidth, smoothing: display.smoothing, hidden: hiddenList, focus }
  const picture = usePicture(canvas, { curves: points, ...drawing })

  const visibleCurves = curves.flatMap((curve, at) => {
    const curvePoints = points[at]
    return hidden.has(keyOf(curve)) || curvePoints === undefined ? [] : [[curve, curvePoints] as const]
  })
  const reader = useReading({ view, range, width, visibleCurves, cursor })
  const gestures = useGestures({ holder, view, extent, width, onView: setMoving, onStep: reader.step })
  const hide = useCallback((next: ReadonlySet<string>) => onHidden(group, next), [group, onHidden])
  return (
    <figure className="relative min-width-0" aria-label={label}>
      <div className="flex gap-8 align-flex-start margin-bottom-6">
        <ChartLegend curves={curves} hidden={hidden} onHidden={hide} onFocus={setFocus} />
        <ChartTools
          label={label}
          isWhole={view === extent}
          onZoom={gestures.zoom}
          onReset={() => onSpan(null)}
          {...{ holder, canvas }}
        />
      </div>
      {failed !== null &&
        (isEmpty ? (
          <ProblemState problem={failed.error} onRetry={failed.retry} />
        ) : (
          <PartialStrip problem={failed.error} onRetry={failed.retry} />
        ))}
      <SeriesPlot
        {...{ label, display, isByEpoch, valueTitle, holder, canvas, picture, gestures, reader, visibleCurves }}
        {...{ view, frame, width, outerWidth, pending, isEmpty }}
      />
    </figure>
  )
}
