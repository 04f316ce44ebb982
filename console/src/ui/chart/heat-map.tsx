import type { ReactNode } from 'react'
import { useSystem } from '#lib/system.ts'
import styles from './heat-map.module.css'
import { useSize } from './use-size.ts'

export interface HeatCell {
  column: number
  row: number
  value: number
  title: string
}

interface HeatMapProps {
  label: string
  x: string
  y: string
  columns: readonly string[]
  rows: readonly string[]
  upward?: boolean
  cells: readonly HeatCell[]
  renderLink: (cell: HeatCell, content: ReactNode) => ReactNode
}

/** CSS pixels around the cells, for the axis labels. */
const edge = { left: 52, right: 22, top: 24, bottom: 44 }
/** CSS pixels of a row; more when the map has room. */
export const mapRowHeights = { min: 34, max: 44 }

export function HeatMap({ label, x, y, columns, rows, upward = false, cells, renderLink }: HeatMapProps) {
  const [holder, { width, height: givenHeight }] = useSize()
  const [across, down] = [columns.length - 1, rows.length - 1]
  const cellWidth = Math.max(0, (width - edge.left - edge.right) / across)
  const heightWith = (row: number) => edge.top + down * row + edge.bottom
  const heightPerRow = Math.floor((givenHeight - heightWith(0)) / Math.max(1, down))
  const rowHeight = Math.min(mapRowHeights.max, Math.max(mapRowHeights.min, heightPerRow))
  const height = heightWith(rowHeight)
  const max = Math.max(1, ...cells.map(({ value }) => value))
  const topOf = (row: number) => edge.top + (upward ? down - 1 - row : row) * rowHeight
  const lineAt = (border: number) => edge.top + (upward ? down - border : border) * rowHeight
  return (
    <div ref={holder} className="relative full-width" style={{ minHeight: heightWith(mapRowHeights.min) }}>
      {width > 0 && (
        // eslint-disable-next-line jsx-a11y/prefer-tag-over-role -- a picture whose parts are links
        <svg className={styles['map']} width={width} height={height} data-chart role="group" aria-label={label}>
          <text className={styles['title']} x={0} y={14}>
            {y}
          </text>
          {max > 1 && <HeatScale max={max} right={width - edge.right} />}
          <rect
            className={styles['ground']}
            x={edge.left}
            y={edge.top}
            width={across * cellWidth}
            height={down * rowHeight}
          />
          {columns.map((column, index) => (
            <text
              key={column}
              className={styles['tick']}
              x={edge.left + index * cellWidth}
              y={height - edge.bottom + 16}
              textAnchor="middle"
            >
              {column}
            </text>
          ))}
          {rows.map((row, index) => (
            <text key={row} className={styles['tick']} x={edge.left - 8} y={lineAt(index) + 4} textAnchor="end">
              {row}
            </text>
          ))}
          {cells.map((cell) => (
            <g key={`${cell.column} ${cell.row}`} className={styles['cell']}>
              {renderLink(
                cell,
                <Heat
                  cell={cell}
                  intensity={Math.sqrt(cell.value / max)}
                  left={edge.left + cell.column * cellWidth}
                  top={topOf(cell.row)}
                  width={cellWidth}
                  height={rowHeight}
                />,
              )}
            </g>
          ))}
          <text className={styles['title']} x={width - edge.right} y={height - 8} textAnchor="end">
            {x}
          </text>
        </svg>
      )}
    </div>
  )
}

const scaleParts = [0, 0.25, 0.5, 0.75, 1]
/** CSS pixels of a swatch of the scale with its gap. */
const scaleStep = 14

function HeatScale({ max, right }: { max: number; right: number }) {
  const language = useSystem((system) => system.lang)
  const maxText = new Intl.NumberFormat(language, { notation: 'compact' }).format(max)
  const end = right - 8 * maxText.length - 4
  const begin = end - scaleParts.length * scaleStep
  return (
    <g aria-hidden>
      <text className={styles['tick']} x={begin - 6} y={14} textAnchor="end">
        {1}
      </text>
      {scaleParts.map((part, index) => (
        <rect
          key={part}
          className={styles['heat']}
          x={begin + index * scaleStep}
          y={4}
          width={scaleStep - 2}
          height={10}
          rx={2}
          style={{ fillOpacity: opacityOf(part) }}
        />
      ))}
      <text className={styles['tick']} x={right} y={14} textAnchor="end">
        {maxText}
      </text>
    </g>
  )
}

const opacityOf = (intensity: number) => 0.12 + 0.78 * intensity

interface HeatProps {
  cell: HeatCell
  /** Color intensity, 0 to 1. */
  intensity: number
  left: number
  top: number
  width: number
  height: number
}

function Heat({ cell, intensity, left, top, width, height }: HeatProps) {
  const language = useSystem((system) => system.lang)
  const compact = new Intl.NumberFormat(language, { notation: 'compact' })
  return (
    <>
      <title>{cell.title}</title>
      <rect
        className={styles['heat']}
        x={left + 1}
        y={top + 1}
        width={Math.max(0, width - 2)}
        height={height - 2}
        rx={3}
        style={{ fillOpacity: opacityOf(intensity) }}
      />
      {width >= 30 && (
        <text
          className={`${styles['value']} no-pointer`}
          x={left + width / 2}
          y={top + height / 2 + 4}
          textAnchor="middle"
        >
          {compact.format(cell.value)}
        </text>
      )}
    </>
  )
}
