import { unknownValue } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { text } from '../../text.ts'
import type { Curve } from './drawing.ts'
import { Swatch } from './legend.tsx'
import styles from './lines.module.css'
import { nearestTo } from './span.ts'

const maxRows = 12

interface Row {
  curve: Curve
  x: number
  value: number
}

/** The values of curves at an x value; of many, those nearest to the pointer's y value. */
export function rowsAt(
  { at, value }: { at: number; value: number | null },
  curves: readonly Curve[],
  logarithmic: boolean,
): { rows: Row[]; more: number } {
  const rows = curves.flatMap((curve): Row[] => {
    const nearest = nearestTo(curve.x, at)
    return nearest === -1 ? [] : [{ curve, x: curve.x[nearest] ?? 0, value: curve.y[nearest] ?? 0 }]
  })
  if (rows.length <= maxRows) return { rows, more: 0 }
  const distance = (row: Row) => Math.abs((logarithmic ? Math.log10(row.value) : row.value) - (value ?? 0))
  const near = value === null ? rows : rows.toSorted((a, b) => distance(a) - distance(b))
  return { rows: near.slice(0, maxRows).toSorted((a, b) => b.value - a.value), more: rows.length - maxRows }
}

export const valueLabel = ({ value }: Row) =>
  Number.isNaN(value) ? unknownValue : String(Number(value.toPrecision(5)))

interface ChartReadingProps {
  title: string
  rows: readonly Row[]
  more: number
  /** CSS pixels. */
  left: number
  width: number
}

export function ChartReading({ title, rows, more, left, width }: ChartReadingProps) {
  const t = useText(text)
  return (
    <div
      className={`${styles['reading']} absolute layer-1 grid gap-4 min-width-150 padding-8-10 radius-6 ground-raised shadow font-12 no-pointer`}
      style={left > width / 2 ? { right: width - left + 10 } : { left: left + 10 }}
    >
      <span className="row gap-6 min-width-0 nowrap">{title}</span>
      {rows.map((row) => (
        <span className="row gap-6 min-width-0 nowrap" key={row.curve.key}>
          <Swatch colour={row.curve.colour} />
          <em className="clip upright text-ellipsis">{row.curve.name}</em>
          <b className="push-right weight-500 tabular" style={{ paddingLeft: 12 }}>
            {valueLabel(row)}
          </b>
        </span>
      ))}
      {more > 0 && <small className="text-tertiary">{t('more', { count: more })}</small>}
    </div>
  )
}
