import { useSystem } from '#lib/system.ts'
import type { Scale } from '../scale.ts'
import type { edgeOf } from './frame-extent.ts'
import styles from './lines.module.css'
import type { Span } from './span.ts'
import { type AxisAcross, ticksAcross } from './ticks.ts'

export interface ChartAxesProps {
  scale: Scale
  logarithmic: boolean
  titles: { x: string; y: string } | undefined
  format: ((value: number) => string) | undefined
  /** The value at which the axis is dashed, as all that there is. */
  total: number | undefined
  /** Vertical lines; one without a text is a time at which the clock was set. */
  marks: readonly { x: number; text?: string }[]
  /** CSS pixels of the plot. */
  size: { width: number; height: number }
  edge: ReturnType<typeof edgeOf>
  view: Span
  across: AxisAcross
}

/** CSS pixels of a mark's text, centered on its line. */
const markWidth = 96

export function ChartAxes({ scale, titles, total, marks, size, edge, view, across, ...up }: ChartAxesProps) {
  const numbers = useNumbers()
  const { width, height } = size
  const right = edge.left + width
  const bottom = edge.top + height
  const format = (tick: number) => (up.format ?? numbers)(up.logarithmic ? 10 ** tick : tick)
  const left = (at: number) => edge.left + ((at - view.from) / (view.to - view.from)) * width
  const down = (at: number) => edge.top + ((scale.high - at) / (scale.high - scale.low)) * height
  const middleOf = (at: number) => Math.min(Math.max(left(at), edge.left + markWidth / 2), right - markWidth / 2)
  return (
    <svg
      className={`${styles['axes']} block absolute inset-0 overflow-visible font-12 tabular`}
      width={right + edge.right}
      height={bottom + edge.bottom}
      aria-hidden
    >
      {titles !== undefined && (
        <>
          <text x={0} y={12}>
            {titles.y}
          </text>
          <text x={edge.left + width / 2} y={bottom + 36} textAnchor="middle">
            {titles.x}
          </text>
        </>
      )}
      {scale.ticks.map((at) => (
        <g key={at}>
          <line data-total={at === total || undefined} x1={edge.left} x2={right} y1={down(at)} y2={down(at)} />
          <text x={edge.left - 8} y={down(at) + 4} textAnchor="end">
            {format(at)}
          </text>
        </g>
      ))}
      {ticksAcross(view, Math.max(2, width / 70), across).map(({ at, text: label }) => (
        <text key={at} x={left(at)} y={bottom + 18} textAnchor="middle">
          {label}
        </text>
      ))}
      {marks
        .filter(({ x }) => x >= view.from && x <= view.to)
        .map(({ x, text: label }) => (
          <g key={x}>
            <line
              data-mark={label === undefined ? 'clock' : 'value'}
              x1={left(x)}
              x2={left(x)}
              y1={edge.top}
              y2={bottom}
            />
            <text x={middleOf(x)} y={edge.top - 8} textAnchor="middle">
              {label}
            </text>
          </g>
        ))}
    </svg>
  )
}

function useNumbers(): (value: number) => string {
  const language = useSystem((system) => system.lang)
  const numbers = new Intl.NumberFormat(language, { notation: 'compact', maximumSignificantDigits: 4 })
  return (value) => {
    const size = Math.abs(value)
    return size !== 0 && (size < 1e-4 || size >= 1e15)
      ? Number(value.toPrecision(3)).toExponential()
      : numbers.format(value)
  }
}
