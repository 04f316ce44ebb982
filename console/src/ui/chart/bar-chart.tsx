import type { ReactNode } from 'react'
import { useSystem } from '#lib/system.ts'
import styles from './bar-chart.module.css'
import { scaleOf } from './scale.ts'
import { useSize } from './use-size.ts'

export interface Bar {
  key: string
  name: string
  value: number
  /** The value as text, when it is more than a number. */
  text?: string
  title?: string
  colour: string
}

interface BarChartProps {
  label: string
  x: string
  y: string
  bars: readonly Bar[]
  max?: number
  wholeNumbers?: boolean
  renderLink: (bar: Bar, content: ReactNode) => ReactNode
}

/** CSS pixels from one bar to the next, and of a bar; more when the chart has room. */
export const barHeights = { min: 30, max: 44 }
const maxThickness = 22
/** CSS pixels above and below the bars, for the axis labels. */
const edge = { top: 24, bottom: 44 }
/** The maximum width of a character in CSS pixels. */
const letter = { latin: 7.6, wide: 13.5 }
/** CSS pixels always available to names, and the fraction of the chart beyond that; longer names are shortened. */
const widestName = { min: 150, share: 0.36 }

/** CSS pixels between ticks in a wide chart; a narrow one has up to four if their labels fit. */
const tickDistance = 80
const narrowTickCount = 4

const widthOf = (text: string) =>
  Array.from(text).reduce((sum, one) => sum + ((one.codePointAt(0) ?? 0) > 0x2e7f ? letter.wide : letter.latin), 0)

export function BarChart({ label, x, y, bars, max: end, wholeNumbers = true, renderLink }: BarChartProps) {
  const [holder, { width, height: givenHeight }] = useSize()
  const language = useSystem((system) => system.lang)
  const message = new Intl.NumberFormat(language)
  const heightWith = (row: number) => edge.top + bars.length * row + edge.bottom
  const heightPerRow = Math.floor((givenHeight - heightWith(0)) / Math.max(1, bars.length))
  const rowHeight = Math.min(barHeights.max, Math.max(barHeights.min, heightPerRow))
  const height = heightWith(rowHeight)
  const thickness = Math.min(maxThickness, rowHeight - 14)
  const greatest = Math.max(...bars.map(({ value }) => value)) || 1
  const maxWidth = Math.max(widestName.min, width * widestName.share) - 16
  const names = bars.map(({ name }) => shortened(name, maxWidth))
  const nameWidth = Math.max(...names.map(widthOf), 24) + 16
  const valueWidth = Math.max(...bars.map((bar) => widthOf(bar.text ?? message.format(bar.value))), 16) + 14
  const axisWidth = Math.max(0, width - nameWidth - valueWidth)
  const tickCount = tickCountOf(axisWidth, message.format(greatest))
  const across = scaleOf(0, end ?? greatest, tickCount, { least: wholeNumbers ? 1 : 0, exact: end !== undefined })
  const at = (value: number) => nameWidth + (value / across.high) * axisWidth
  return (
    <div ref={holder} className="relative full-width" style={{ minHeight: heightWith(barHeights.min) }}>
      {width > 0 && (
        // eslint-disable-next-line jsx-a11y/prefer-tag-over-role -- a picture whose parts are links
        <svg className={styles['chart']} width={width} height={height} data-chart role="group" aria-label={label}>
          <text className={styles['title']} x={0} y={14}>
            {y}
          </text>
          {across.ticks.map((tick) => (
            <g key={tick}>
              <line className={styles['grid']} x1={at(tick)} x2={at(tick)} y1={edge.top} y2={height - edge.bottom} />
              <text className={styles['tick']} x={at(tick)} y={height - edge.bottom + 16} textAnchor="middle">
                {message.format(tick)}
              </text>
            </g>
          ))}
          {bars.map((bar, index) => {
            const top = edge.top + index * rowHeight
            const barTop = top + (rowHeight - thickness) / 2
            const baseline = top + rowHeight / 2 + 5
            return (
              <g key={bar.key} className={styles['row']}>
                {renderLink(
                  bar,
                  <>
                    <title>{bar.title ?? `${bar.name}: ${bar.text ?? message.format(bar.value)}`}</title>
                    <rect className={styles['area']} x={0} y={top} width={width} height={rowHeight} rx={5} />
                    <rect
                      className={styles['track']}
                      x={nameWidth}
                      y={barTop}
                      width={axisWidth}
                      height={thickness}
                      rx={3}
                    />
                    <rect
                      x={nameWidth}
                      y={barTop}
                      width={bar.value === 0 ? 0 : Math.max(2, at(bar.value) - nameWidth)}
                      height={thickness}
                      rx={3}
                      fill={bar.colour}
                    />
                  </>,
                )}
                <text className={`${styles['name']} no-pointer`} x={4} y={baseline}>
                  {names[index]}
                </text>
                <text className={`${styles['value']} no-pointer`} x={at(bar.value) + 8} y={baseline}>
                  {bar.text ?? message.format(bar.value)}
                </text>
              </g>
            )
          })}
          <text className={styles['title']} x={width - valueWidth} y={height - 8} textAnchor="end">
            {x}
          </text>
        </svg>
      )}
    </div>
  )
}

function tickCountOf(width: number, longestText: string): number {
  return Math.max(2, width / tickDistance, Math.min(narrowTickCount, width / (widthOf(longestText) + 16)))
}

function shortened(name: string, maxWidth: number): string {
  if (widthOf(name) <= maxWidth) return name
  const letters = Array.from(new Intl.Segmenter().segment(name), ({ segment }) => segment)
  while (letters.length > 1 && widthOf(letters.join('')) + letter.latin > maxWidth) letters.pop()
  return `${letters.join('')}…`
}
