import type { RefObject } from 'react'
import { useText } from '#lib/i18n.ts'
import { useSystem } from '#lib/system.ts'
import { ChartAxes } from './chart-axes.tsx'
import { ChartReading, rowsAt } from './chart-reading.tsx'
import { type ChartCurve, type ChartProps, edge, plotHeight } from './chart-types.ts'
import styles from './chart.module.css'
import type { Frame } from './drawing.ts'
import { transformOf } from './frame-extent.ts'
import { axisTitleKey, text } from '../text.ts'
import type { useGestures } from './use-gestures.ts'
import type { usePicture } from './use-picture.ts'
import type { useReading } from './use-reading.ts'
import type { Points, Span } from '../view.ts'

interface SeriesPlotProps extends Pick<ChartProps, 'label' | 'display' | 'isByEpoch' | 'valueTitle'> {
  holder: RefObject<HTMLDivElement | null>
  canvas: RefObject<HTMLCanvasElement | null>
  picture: ReturnType<typeof usePicture>
  gestures: ReturnType<typeof useGestures>
  reader: ReturnType<typeof useReading>
  visibleCurves: readonly (readonly [ChartCurve, Points])[]
  view: Span
  frame: Frame
  width: number
  outerWidth: number
  pending: boolean
  /** The plot stays mounted but hidden, since its element has the size and listeners. */
  isEmpty: boolean
}

export function SeriesPlot(props: SeriesPlotProps) {
  const { label, display, holder, canvas, picture, gestures, reader, visibleCurves, view, frame, width } = props
  const t = useText(text)
  const language = useSystem((system) => system.lang)
  const { reading } = reader
  const leftOf = (at: number) => edge.left + ((at - view.from) / (view.to - view.from)) * width
  const title = t(axisTitleKey(display.axis, props.isByEpoch))
  const read = reading === null || gestures.drag !== null ? null : { reading, ...rowsAt(reading, visibleCurves, frame) }
  const spoken = read?.rows.map(({ curve, value }) => `${curve.words} ${Number(value.toPrecision(5))}`).join(', ')
  return (
    <div
      ref={holder}
      className={`${styles['plot']} relative min-width-0 radius-6 cursor-crosshair no-select`}
      style={props.isEmpty ? { height: 0, visibility: 'hidden' } : { height: edge.top + plotHeight + edge.bottom }}
      data-drawn={picture !== null && !props.pending}
      data-moves={gestures.drag?.moves !== undefined && gestures.drag?.moves !== null}
      // eslint-disable-next-line jsx-a11y/prefer-tag-over-role -- an input could not hold the picture whose places it chooses
      role="slider"
      aria-label={label}
      aria-valuemin={view.from}
      aria-valuemax={view.to}
      aria-valuenow={reading?.at ?? view.from}
      aria-valuetext={spoken ?? label}
      tabIndex={0}
      {...gestures.handlers}
      onPointerMove={(event) => {
        gestures.handlers.onPointerMove(event)
        reader.point(event)
      }}
      onPointerLeave={reader.end}
      onBlur={reader.end}
    >
      {width > 0 && (
        <ChartAxes
          view={view}
          frame={frame}
          display={display}
          title={title}
          valueTitle={props.valueTitle}
          width={width}
          language={language}
        />
      )}
      <div
        className={`${styles['clip']} absolute clip`}
        style={{ left: edge.left, top: edge.top, width, height: plotHeight }}
      >
        <canvas
          className="block absolute top-0 left-0 max-width-none"
          ref={canvas}
          aria-hidden
          style={picture === null ? {} : transformOf(picture, { view, width, low: frame.low, high: frame.high })}
        />
        {gestures.drag !== null && gestures.drag.moves === null && (
          <div
            className={`${styles['taken']} absolute top-0`}
            style={{
              left: Math.min(gestures.drag.from, gestures.drag.to),
              width: Math.abs(gestures.drag.to - gestures.drag.from),
            }}
          />
        )}
      </div>
      {read !== null && read.rows.length > 0 && (
        <ChartReading
          {...read}
          axis={display.axis}
          title={title}
          left={leftOf(read.reading.at)}
          width={props.outerWidth}
        />
      )}
    </div>
  )
}
