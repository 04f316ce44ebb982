import { type KeyboardEvent, type PointerEvent, useMemo, useState } from 'react'
import { useSystem } from '#lib/system.ts'
import { lineStyle } from '../series-colours.ts'
import { useSize } from '../use-size.ts'
import { allOf, axisOf, chartEdge, chartHeight, stepsAt, stretchesOf } from './chart-scale.ts'
import styles from './time-chart.module.css'
import type { TimeReading, TimeSeriesChart } from './time-series.ts'
import { timeTicks } from './time-ticks.ts'

const noBreaks: readonly number[] = []

/** The minimum length of a drag in CSS pixels. */
const minDrag = 8

interface TimePlotProps extends TimeReading {
  chart: TimeSeriesChart
  spoken: string
}

/** Maxima are a paler band. Pointer and arrow keys move the cursor of all charts; a drag selects a part of the span. */
export function TimePlot({ breaks = noBreaks, ...props }: TimePlotProps) {
  const { chart, from, to, times, position, onPosition, onZoom, spoken } = props
  const [holder, { width }] = useSize()
  const [drag, setDrag] = useState<{ start: number; end: number } | null>(null)
  const plotWidth = width - chartEdge.left - chartEdge.right
  const across = (at: number) => chartEdge.left + ((at - from) / (to - from)) * plotWidth
  const timeAt = (x: number) => from + (Math.min(1, Math.max(0, (x - chartEdge.left) / plotWidth)) || 0) * (to - from)
  const nearest = (event: PointerEvent) => {
    const at = timeAt(placeOf(event))
    const distances = times.map((time) => Math.abs(time - at))
    onPosition(times.length === 0 ? null : distances.indexOf(Math.min(...distances)))
    if (drag !== null) setDrag({ ...drag, end: placeOf(event) })
  }
  const begin = (event: PointerEvent) => {
    if (onZoom === undefined || event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    setDrag({ start: placeOf(event), end: placeOf(event) })
  }
  const finish = () => {
    setDrag(null)
    if (drag === null || Math.abs(drag.end - drag.start) < minDrag) return
    onZoom?.(timeAt(Math.min(drag.start, drag.end)), timeAt(Math.max(drag.start, drag.end)))
  }
  const move = (event: KeyboardEvent) => {
    const by = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity }[event.key]
    if (event.key === 'Escape') onPosition(null)
    const factor = { '+': 0.25, '=': 0.25, '-': 1 }[event.key]
    if (factor !== undefined && onZoom !== undefined) {
      const middle = position === null ? (from + to) / 2 : (times[position] ?? (from + to) / 2)
      onZoom(middle - (to - from) * factor, middle + (to - from) * factor)
    }
    if (by === undefined || times.length === 0) return
    event.preventDefault()
    onPosition(Math.min(times.length - 1, Math.max(0, (position ?? (by > 0 ? -1 : times.length)) + by)))
  }
  const current = position === null ? undefined : times[position]
  const height = chartHeight - chartEdge.top - chartEdge.bottom
  return (
    <div
      ref={holder}
      className={`${styles['plot']} relative radius-6 cursor-crosshair`}
      // eslint-disable-next-line jsx-a11y/prefer-tag-over-role -- an input could not hold the picture whose places it chooses
      role="slider"
      aria-label={chart.title}
      aria-valuemin={0}
      aria-valuemax={Math.max(0, times.length - 1)}
      aria-valuenow={position ?? 0}
      aria-valuetext={spoken || chart.title}
      tabIndex={0}
      onPointerMove={nearest}
      onPointerDown={begin}
      onPointerUp={finish}
      onPointerCancel={() => setDrag(null)}
      onPointerLeave={() => onPosition(null)}
      onBlur={() => onPosition(null)}
      onKeyDown={move}
    >
      {width > 0 && (
        <svg className="block absolute" width={width} height={chartHeight} aria-hidden>
          <Lines chart={chart} from={from} to={to} times={times} breaks={breaks} width={width} />
          {drag !== null && <rect className={styles['chosen']} {...partOf(drag)} y={chartEdge.top} height={height} />}
          {current !== undefined && (
            <line
              className={styles['here']}
              x1={across(current)}
              x2={across(current)}
              y1={chartEdge.top}
              y2={chartEdge.top + height}
            />
          )}
        </svg>
      )}
    </div>
  )
}

const placeOf = ({ clientX, currentTarget }: PointerEvent) => clientX - currentTarget.getBoundingClientRect().left

const partOf = ({ start, end }: { start: number; end: number }) => ({
  x: Math.min(start, end),
  width: Math.abs(end - start),
})

type LinesProps = Required<Pick<TimePlotProps, 'chart' | 'from' | 'to' | 'times' | 'breaks'>> & { width: number }

function Lines({ chart, from, to, times, breaks, width }: LinesProps) {
  const zone = useSystem((system) => system.zone)
  return useMemo(() => {
    const axis = axisOf(chart)
    const all = allOf(chart)
    const left = (at: number) =>
      chartEdge.left + ((at - from) / (to - from)) * (width - chartEdge.left - chartEdge.right)
    const down = (value: number) =>
      chartEdge.top +
      (1 - (value - axis.low) / (axis.high - axis.low)) * (chartHeight - chartEdge.top - chartEdge.bottom)
    const broken = stepsAt(times, breaks)
    const toPoint = (index: number, value: number) =>
      `${left(times[index] ?? from).toFixed(1)},${down(value).toFixed(1)}`
    return (
      <>
        {axis.ticks.map((tick) => (
          <g key={tick}>
            <line
              className={tick === all ? styles['all'] : undefined}
              x1={chartEdge.left}
              x2={width - chartEdge.right}
              y1={down(tick)}
              y2={down(tick)}
            />
            <text className="font-11 tabular" x={chartEdge.left - 8} y={down(tick) + 4} textAnchor="end">
              {chart.format(tick)}
            </text>
          </g>
        ))}
        {timeTicks(from, to, Math.max(2, width / 76), zone).map(({ at, words }) => (
          <text className="font-11 tabular" key={at} x={left(at)} y={chartHeight - 6} textAnchor="middle">
            {words}
          </text>
        ))}
        {breaks.map((at) => (
          <line
            key={`set ${at}`}
            className={styles['set']}
            x1={left(at)}
            x2={left(at)}
            y1={chartEdge.top}
            y2={chartHeight - chartEdge.bottom}
          />
        ))}
        {chart.lines.map(({ key, highest }, index) => (
          <g key={`highest ${key}`} style={lineStyle(index)}>
            {highest !== undefined &&
              stretchesOf(highest, toPoint, broken).map((stretch) => (
                <polyline key={stretch} className={styles['highest']} points={stretch} />
              ))}
          </g>
        ))}
        {chart.lines.map(({ key, means }, index) => (
          <g key={key} data-line={index} style={lineStyle(index)}>
            {stretchesOf(means, toPoint, broken).map((stretch) => (
              <Stretch key={stretch} points={stretch} />
            ))}
          </g>
        ))}
      </>
    )
  }, [chart, from, to, times, breaks, width, zone])
}

function Stretch({ points }: { points: string }) {
  if (points.includes(' ')) return <polyline points={points} />
  const [x, y] = points.split(',')
  return <circle cx={x} cy={y} r={2} />
}
