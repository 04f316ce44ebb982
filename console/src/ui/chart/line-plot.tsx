import { type KeyboardEvent, type PointerEvent, useState } from 'react'
import { unknownValue } from '#lib/format.ts'
import { useSystem } from '#lib/system.ts'
import styles from './line-chart.module.css'
import { scaleOf } from './scale.ts'
import { useWidth } from './use-width.ts'

export interface Curve {
  name: string
  points: readonly (readonly [x: number, y: number])[]
}

export interface LineChartProps {
  label: string
  /** Titles of the axes, with the unit where there is one. */
  x: string
  y: string
  curves: readonly Curve[]
  /** Upper end of the y axis, where it is known; its lower end is then 0. */
  top?: number
}

type Coloured = Curve & { colour: string }

const height = 244
/** CSS pixels around the plot, for the axes' words. */
const edge = { left: 46, right: 14, top: 26, bottom: 40 }

/** The curves with their axes. The pointer or the arrow keys read the values at a place of the x axis. */
// oxlint-disable-next-line max-lines-per-function -- one view, whose parts share what it reads and what was done in it
export function Plot({ label, x, y, curves, top }: Omit<LineChartProps, 'curves'> & { curves: readonly Coloured[] }) {
  const [holder, width] = useWidth()
  const [at, setAt] = useState<number | null>(null)
  const language = useSystem((system) => system.lang)
  const short = new Intl.NumberFormat(language, { notation: 'compact', maximumSignificantDigits: 4 })

  const positions = [...new Set(curves.flatMap(({ points }) => points.map(([position]) => position)))].sort(
    (a, b) => a - b,
  )
  const values = curves.flatMap(({ points }) => points.map(([, value]) => value))
  const across = scaleOf(positions[0] ?? 0, positions.at(-1) ?? 1, Math.max(2, width / 70), { least: 1, exact: true })
  const up = top === undefined ? scaleOf(...rangeOf(values), 4) : scaleOf(0, top, 5)
  const left = (value: number) =>
    edge.left + ((value - across.low) / (across.high - across.low)) * (width - edge.left - edge.right)
  const down = (value: number) =>
    height - edge.bottom - ((value - up.low) / (up.high - up.low)) * (height - edge.top - edge.bottom)

  const point = ({ clientX, currentTarget }: PointerEvent) => {
    const from = clientX - currentTarget.getBoundingClientRect().left
    const distances = positions.map((position) => Math.abs(left(position) - from))
    setAt(positions.length === 0 ? null : distances.indexOf(Math.min(...distances)))
  }
  const step = (event: KeyboardEvent) => {
    const by = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity }[event.key]
    if (event.key === 'Escape') setAt(null)
    if (by === undefined || positions.length === 0) return
    event.preventDefault()
    setAt((now) => Math.min(positions.length - 1, Math.max(0, (now ?? (by > 0 ? -1 : positions.length)) + by)))
  }
  const position = at === null ? undefined : positions[at]
  const read = curves.map(({ name, colour, points }) => ({
    name,
    colour,
    value: points.find(([nearest]) => nearest === position)?.[1]?.toPrecision(4) ?? unknownValue,
  }))
  const spoken =
    position === undefined ? '' : `${x} ${position}, ${read.map((one) => `${one.name} ${one.value}`).join(', ')}`
  return (
    <div
      ref={holder}
      className={styles['plot']}
      // eslint-disable-next-line jsx-a11y/prefer-tag-over-role -- an input could not hold the picture whose places it chooses
      role="slider"
      aria-label={label}
      aria-valuemin={across.low}
      aria-valuemax={across.high}
      aria-valuenow={position ?? across.low}
      aria-valuetext={spoken || label}
      tabIndex={0}
      onPointerMove={point}
      onPointerLeave={() => setAt(null)}
      onBlur={() => setAt(null)}
      onKeyDown={step}
    >
      {/* Drawn once its width is known. */}
      {width > 0 && (
        <svg width={width} height={height} aria-hidden>
          <text x={0} y={12}>
            {y}
          </text>
          {up.ticks.map((tick) => (
            <g key={tick}>
              <line x1={edge.left} x2={width - edge.right} y1={down(tick)} y2={down(tick)} />
              <text x={edge.left - 8} y={down(tick) + 4} textAnchor="end">
                {short.format(tick)}
              </text>
            </g>
          ))}
          {across.ticks.map((tick) => (
            <text key={tick} x={left(tick)} y={height - edge.bottom + 18} textAnchor="middle">
              {short.format(tick)}
            </text>
          ))}
          <text x={(edge.left + width - edge.right) / 2} y={height - 4} textAnchor="middle">
            {x}
          </text>
          {curves.map(({ name, colour, points }) =>
            points.length === 1 ? (
              points.map(([a, b]) => <circle key={name} cx={left(a)} cy={down(b)} r={3} fill={colour} />)
            ) : (
              <polyline key={name} stroke={colour} points={points.map(([a, b]) => `${left(a)},${down(b)}`).join(' ')} />
            ),
          )}
          {position !== undefined && (
            <line
              className={styles['here']}
              x1={left(position)}
              x2={left(position)}
              y1={edge.top}
              y2={height - edge.bottom}
            />
          )}
        </svg>
      )}
      {position !== undefined && (
        <div
          className={styles['reading']}
          style={left(position) > width / 2 ? { right: width - left(position) + 10 } : { left: left(position) + 10 }}
        >
          <span>{`${x} ${position}`}</span>
          {read.map(({ name, colour, value }) => (
            <span key={name}>
              <i style={{ background: colour }} />
              {name}
              <b>{value}</b>
            </span>
          ))}
        </div>
      )}
    </div>
  )
}

/** Without spreading: a long training has more values than a call takes arguments. */
function rangeOf(values: readonly number[]): [number, number] {
  return values.length === 0
    ? [0, 1]
    : values.reduce(([low, high], value) => [Math.min(low, value), Math.max(high, value)], [Infinity, -Infinity])
}
