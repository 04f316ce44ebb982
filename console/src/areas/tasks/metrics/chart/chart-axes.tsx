import type { Language } from '@vermilion/contract/kernel/text'
import { scaleOf } from '#ui/chart/scale.ts'
import { edge, type CurveDisplay, marksUp, plotHeight } from './chart-types.ts'
import styles from './chart.module.css'
import type { Frame } from './drawing.ts'
import { powerTicks, ticksAcross } from './ticks.ts'
import type { Span } from '../view.ts'

interface ChartAxesProps {
  view: Span
  frame: Pick<Frame, 'low' | 'high' | 'logarithmic'>
  display: CurveDisplay
  title: string
  valueTitle: string
  width: number
  language: Language
}

export function ChartAxes({
  view,
  frame: { low, high, logarithmic },
  display,
  title,
  valueTitle,
  width,
  language,
}: ChartAxesProps) {
  const numbers = new Intl.NumberFormat(language, { notation: 'compact', maximumSignificantDigits: 4 })
  const across = ticksAcross(view, display.axis, Math.max(2, width / 70), language)
  const marks = logarithmic ? powerTicks(low, high) : scaleOf(low, high, marksUp, { exact: true }).ticks
  const up = marks.map((at) => ({ at, words: wordsOf(logarithmic ? 10 ** at : at, numbers) }))
  const left = (at: number) => edge.left + ((at - view.from) / (view.to - view.from)) * width
  const down = (at: number) => edge.top + ((high - at) / (high - low)) * plotHeight
  return (
    <svg
      className={`${styles['axes']} block absolute inset-0 overflow-visible`}
      width={edge.left + width + edge.right}
      height={edge.top + plotHeight + edge.bottom}
      aria-hidden
    >
      <text className="font-12 tabular" x={0} y={12}>
        {valueTitle}
      </text>
      {up.map(({ at, words }) => (
        <g key={at}>
          <line x1={edge.left} x2={edge.left + width} y1={down(at)} y2={down(at)} />
          <text className="font-12 tabular" x={edge.left - 8} y={down(at) + 4} textAnchor="end">
            {words}
          </text>
        </g>
      ))}
      {across.map(({ at, words }) => (
        <text className="font-12 tabular" key={at} x={left(at)} y={edge.top + plotHeight + 18} textAnchor="middle">
          {words}
        </text>
      ))}
      <text className="font-12 tabular" x={edge.left + width / 2} y={edge.top + plotHeight + 36} textAnchor="middle">
        {title}
      </text>
    </svg>
  )
}

function wordsOf(value: number, numbers: Intl.NumberFormat): string {
  const size = Math.abs(value)
  return size !== 0 && (size < 1e-4 || size >= 1e15)
    ? Number(value.toPrecision(3)).toExponential()
    : numbers.format(value)
}
