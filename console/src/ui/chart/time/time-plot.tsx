import type { HistoryPoint } from '@vermilion/contract/devices/readings'
import { type KeyboardEvent, type PointerEvent, useMemo } from 'react'
import { useText } from '#lib/i18n.ts'
import { useSystem } from '#lib/system.ts'
import { useWidth } from '#ui/chart/use-width.ts'
import { axisOf, chartEdge, chartHeight, stretchesOf } from './chart-scale.ts'
import type { HistoryChart } from './charts.ts'
import styles from './history.module.css'
import { historyText } from './text.ts'
import { timeTicks } from './time-ticks.ts'

/** What all charts of a page share: the span, its points, and the one that is read. */
export interface Reading {
  /** Milliseconds since 1970. */
  from: number
  to: number
  points: readonly HistoryPoint[]
  position: number | null
  onPosition: (position: number | null) => void
}

const timeOf = ({ at }: HistoryPoint) => Date.parse(at)

interface HistoryPlotProps extends Reading {
  chart: HistoryChart
  /** The values at the position that is read, in words. */
  spoken: string
}

/** Lines over time, with the highest values as a paler band. The pointer or the arrow keys read all charts at one time. */
export function HistoryPlot({ chart, from, to, points, position, onPosition, spoken }: HistoryPlotProps) {
  const t = useText(historyText)
  const [holder, width] = useWidth()
  const across = (at: number) =>
    chartEdge.left + ((at - from) / (to - from)) * (width - chartEdge.left - chartEdge.right)
  const nearest = ({ clientX, currentTarget }: PointerEvent) => {
    const at = clientX - currentTarget.getBoundingClientRect().left
    const distances = points.map((point) => Math.abs(across(timeOf(point)) - at))
    onPosition(points.length === 0 ? null : distances.indexOf(Math.min(...distances)))
  }
  const move = (event: KeyboardEvent) => {
    const by = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity }[event.key]
    if (event.key === 'Escape') onPosition(null)
    if (by === undefined || points.length === 0) return
    event.preventDefault()
    onPosition(Math.min(points.length - 1, Math.max(0, (position ?? (by > 0 ? -1 : points.length)) + by)))
  }
  const current = position === null ? undefined : points[position]
  return (
    <div
      ref={holder}
      className={styles['plot']}
      // eslint-disable-next-line jsx-a11y/prefer-tag-over-role -- an input could not hold the picture whose places it chooses
      role="slider"
      aria-label={t(chart.key)}
      aria-valuemin={0}
      aria-valuemax={Math.max(0, points.length - 1)}
      aria-valuenow={position ?? 0}
      aria-valuetext={spoken || t(chart.key)}
      tabIndex={0}
      onPointerMove={nearest}
      onPointerLeave={() => onPosition(null)}
      onBlur={() => onPosition(null)}
      onKeyDown={move}
    >
      {width > 0 && (
        <svg width={width} height={chartHeight} aria-hidden>
          <Lines chart={chart} from={from} to={to} points={points} width={width} />
          {current !== undefined && (
            <line
              className={styles['here']}
              x1={across(timeOf(current))}
              x2={across(timeOf(current))}
              y1={chartEdge.top}
              y2={chartHeight - chartEdge.bottom}
            />
          )}
        </svg>
      )}
    </div>
  )
}

type LinesProps = Pick<HistoryPlotProps, 'chart' | 'from' | 'to' | 'points'> & { width: number }

/** Axes and lines: drawn anew with other points or another width, not where the pointer moves. */
function Lines({ chart, from, to, points, width }: LinesProps) {
  const zone = useSystem((system) => system.zone)
  return useMemo(() => {
    const axis = axisOf(chart, points)
    const left = (at: number) =>
      chartEdge.left + ((at - from) / (to - from)) * (width - chartEdge.left - chartEdge.right)
    const down = (value: number) =>
      chartEdge.top +
      (1 - (value - axis.low) / (axis.high - axis.low)) * (chartHeight - chartEdge.top - chartEdge.bottom)
    const toPoint = (point: HistoryPoint, value: number) =>
      `${left(timeOf(point)).toFixed(1)},${down(value).toFixed(1)}`
    return (
      <>
        {axis.ticks.map((tick) => (
          <g key={tick}>
            <line x1={chartEdge.left} x2={width - chartEdge.right} y1={down(tick)} y2={down(tick)} />
            <text x={chartEdge.left - 8} y={down(tick) + 4} textAnchor="end">
              {chart.format(tick)}
            </text>
          </g>
        ))}
        {timeTicks(from, to, Math.max(2, width / 76), zone).map(({ at, words }) => (
          <text key={at} x={left(at)} y={chartHeight - 6} textAnchor="middle">
            {words}
          </text>
        ))}
        {chart.lines.map(({ of, highest, name }, index) => (
          <g key={name ?? chart.key} data-line={index}>
            {highest !== undefined &&
              stretchesOf(points, highest, toPoint).map((stretch) => (
                <polyline key={stretch} className={styles['highest']} points={stretch} />
              ))}
            {stretchesOf(points, of, toPoint).map((stretch) => (
              <Stretch key={stretch} points={stretch} />
            ))}
          </g>
        ))}
      </>
    )
  }, [chart, from, to, points, width, zone])
}

/** A single value is a dot. */
function Stretch({ points }: { points: string }) {
  if (points.includes(' ')) return <polyline points={points} />
  const [x, y] = points.split(',')
  return <circle cx={x} cy={y} r={2} />
}
