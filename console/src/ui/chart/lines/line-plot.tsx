import { type PointerEvent, type RefObject, useMemo, useRef } from 'react'
import { useSystem } from '#lib/system.ts'
import { PictureButton } from '../picture-button.tsx'
import type { Scale } from '../scale.ts'
import { useSize } from '../use-size.ts'
import { ChartAxes, type ChartAxesProps } from './axes.tsx'
import { type Curve, type Drawing, margin } from './drawing.ts'
import { edgeOf, transformOf } from './frame-extent.ts'
import styles from './lines.module.css'
import { ChartReading, rowsAt, valueLabel } from './reading.tsx'
import { around, type Span } from './span.ts'
import { type AxisAcross, labelAt } from './ticks.ts'
import { ZoomTools } from './tools.tsx'
import { useGestures } from './use-gestures.ts'
import { usePicture } from './use-picture.ts'
import { useReading } from './use-reading.ts'

/** Settings of the drawing that people choose. */
export interface LineDisplay extends Pick<AxisAcross, 'axis'>, Pick<Drawing, 'smoothing'> {
  readonly logarithmic: boolean
}

export interface LinePlotProps extends Partial<Pick<ChartAxesProps, 'titles' | 'format' | 'total'>> {
  marks?: ChartAxesProps['marks'] | undefined
  label: string
  /** Name of the task, model or dataset that the chart belongs to; the file of its picture is called after it. */
  name: string
  curves: readonly Curve[]
  /** Indexes of hidden curves. */
  hidden?: readonly number[]
  focus?: number | null
  display: LineDisplay
  scale: Scale
  /** All that the chart can show, and the part that it shows at rest; null for everything. */
  extent: Span
  span: Span | null
  onSpan?: ((span: Span | null) => void) | undefined
  at: number | null
  onAt: (at: number | null) => void
  /** CSS pixels, of a chart that its panel does not stretch. */
  height: number
  pending?: boolean | undefined
  /** The values under the cursor, where the chart's header has them. */
  spoken?: string
}

const noMarks: ChartAxesProps['marks'] = []
const noneHidden: readonly number[] = []

/** Curves with axes, zoom, and a cursor that pointer and keys move. Without axis titles, the chart's header has the values. */
export function LinePlot({ marks = noMarks, ...props }: LinePlotProps) {
  const { label, scale, titles, onSpan, display } = props
  const canvas = useRef<HTMLCanvasElement>(null)
  const [holder, size] = useSize()
  const plot = usePlot(props, { holder, canvas, size })
  const { edge, width, height, across, gestures, reader, picture, left } = plot
  const { view, drag } = gestures
  const { reading } = reader
  const read = reading === null || drag !== null ? null : rowsAt(reading, plot.visible, display.logarithmic)
  const values = read?.rows.map((row) => `${row.curve.name} ${valueLabel(row)}`).join(', ')
  const now = { frame: { ...scale, span: view, logarithmic: display.logarithmic }, width, height }
  return (
    <>
      <div className={`${styles['tools']} absolute nowrap`}>
        {titles !== undefined && onSpan !== undefined && (
          <ZoomTools label={label} isWhole={plot.isWhole} onZoom={gestures.zoom} onReset={gestures.reset} />
        )}
        <PictureButton
          title={label}
          name={props.name}
          chartOf={() => holder.current?.querySelector('svg')}
          plotOf={() => canvas.current}
        />
      </div>
      <div
        ref={holder}
        className={`${styles['plot']} relative min-width-0 radius-6 cursor-crosshair no-select`}
        style={{ flex: `1 0 ${props.height}px` }}
        data-drawn={picture !== null && props.pending !== true}
        data-moves={drag !== null && drag.moves !== null}
        // eslint-disable-next-line jsx-a11y/prefer-tag-over-role -- an input could not hold the picture whose places it chooses
        role="slider"
        aria-label={label}
        aria-valuemin={view.from}
        aria-valuemax={view.to}
        aria-valuenow={reading?.at ?? view.from}
        aria-valuetext={(reading === null ? undefined : (props.spoken ?? values)) || label}
        tabIndex={0}
        {...gestures.handlers}
        onPointerMove={(event) => {
          gestures.handlers.onPointerMove(event)
          plot.point(event)
        }}
        onPointerLeave={reader.end}
        onBlur={reader.end}
      >
        {width > 0 && (
          <ChartAxes
            {...{ scale, marks, edge, view, across, titles, size: { width, height } }}
            logarithmic={display.logarithmic}
            format={props.format}
            total={props.total}
          />
        )}
        <div className="absolute clip" style={plot.clipped}>
          <canvas
            className={`${styles['canvas']} block absolute top-0 left-0 max-width-none`}
            ref={canvas}
            aria-hidden
            style={picture === null ? {} : transformOf(picture, now)}
          />
          {drag !== null && drag.moves === null && <SelectedPart {...drag} />}
        </div>
        {reading !== null && (
          <div className={`${styles['cursor']} absolute width-1 no-pointer`} style={{ left, top: edge.top, height }} />
        )}
        {titles !== undefined && reading !== null && read !== null && read.rows.length > 0 && (
          <ChartReading
            {...read}
            title={`${titles.x} ${labelAt(read.rows[0]?.x ?? reading.at, across)}`}
            left={left}
            width={size.width}
          />
        )}
      </div>
    </>
  )
}

function SelectedPart({ from, to }: Span) {
  const style = { left: margin + Math.min(from, to), width: Math.abs(to - from) }
  return <div className={`${styles['selected']} absolute top-0`} style={style} />
}

interface PlotElements {
  holder: RefObject<HTMLDivElement | null>
  canvas: RefObject<HTMLCanvasElement | null>
  size: { width: number; height: number }
}

function usePlot(props: LinePlotProps, { holder, canvas, size }: PlotElements) {
  const { curves, hidden = noneHidden, focus = null, display, scale, extent, span, onSpan, at, onAt } = props
  const across = useAcross(curves, display.axis)
  const edge = edgeOf(props.titles !== undefined)
  const width = Math.max(0, size.width - edge.left - edge.right)
  const height = Math.max(0, size.height - edge.top - edge.bottom)
  const visible = useMemo(() => curves.filter((_, index) => !hidden.includes(index)), [curves, hidden])
  const gestures = useGestures({
    holder,
    span,
    extent,
    onSpan,
    width,
    at,
    left: edge.left,
    onStep: (step) => reader.step(step),
    onEnd: () => onAt(null),
  })
  const { view } = gestures
  const reader = useReading({ view, curves: visible, at, onAt })
  const isWhole = span === null && !gestures.isMoving
  const drawnSpan = isWhole ? extent : around(view)
  const picture = usePicture(canvas, {
    curves,
    hidden,
    focus,
    height,
    smoothing: display.smoothing,
    frame: { span: drawnSpan, low: scale.low, high: scale.high, logarithmic: display.logarithmic },
    width: width * ((drawnSpan.to - drawnSpan.from) / (view.to - view.from)),
  })
  const { reading } = reader
  return {
    edge,
    clipped: { inset: [edge.top, edge.right, edge.bottom, edge.left].map((side) => `${side - margin}px`).join(' ') },
    width,
    height,
    across,
    visible,
    gestures,
    reader,
    isWhole,
    picture,
    /** CSS pixels left of the cursor. */
    left: reading === null ? 0 : edge.left + ((reading.at - view.from) / (view.to - view.from)) * width,
    point({ clientX, clientY, currentTarget }: PointerEvent): void {
      const box = currentTarget.getBoundingClientRect()
      const down = (clientY - box.top - edge.top) / Math.max(1, height)
      const value = scale.high - down * (scale.high - scale.low)
      reader.point((clientX - box.left - edge.left) / Math.max(1, width), value)
    },
  }
}

function useAcross(curves: readonly Curve[], axis: AxisAcross['axis']): AxisAcross {
  const language = useSystem((system) => system.lang)
  const zone = useSystem((system) => system.zone)
  // Epochs are whole numbers, thresholds are not.
  const isWhole = curves.every(({ x }) => Number.isInteger(x[1] ?? 0))
  return { axis, language, zone, isWhole }
}
