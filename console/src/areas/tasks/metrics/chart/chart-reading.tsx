import type { SeriesAxis } from '@vermilion/contract/tasks/metrics'
import { useText } from '#lib/i18n.ts'
import { useSystem } from '#lib/system.ts'
import { type ChartCurve, edge } from './chart-types.ts'
import styles from './chart.module.css'
import type { Frame } from './drawing.ts'
import { text } from '../text.ts'
import { wordsOf } from './ticks.ts'
import { nearestTo, type Points } from '../view.ts'

const maxRows = 12

export interface Reading {
  readonly at: number
  readonly value: number | null
}

interface Row {
  curve: ChartCurve
  x: number
  value: number
}

export function rowsAt(
  { at, value }: Reading,
  visibleCurves: readonly (readonly [ChartCurve, Points])[],
  { logarithmic }: Pick<Frame, 'logarithmic'>,
): { rows: Row[]; more: number } {
  const rows = visibleCurves.flatMap(([curve, { x, y }]): Row[] => {
    const nearest = nearestTo(x, at)
    return nearest === -1 ? [] : [{ curve, x: x[nearest] ?? 0, value: y[nearest] ?? 0 }]
  })
  if (rows.length <= maxRows) return { rows, more: 0 }
  const distance = (row: Row) => Math.abs((logarithmic ? Math.log10(row.value) : row.value) - (value ?? 0))
  const near = value === null ? rows : rows.toSorted((a, b) => distance(a) - distance(b))
  return { rows: near.slice(0, maxRows).toSorted((a, b) => b.value - a.value), more: rows.length - maxRows }
}

interface ChartReadingProps {
  reading: Reading
  rows: readonly Row[]
  more: number
  axis: SeriesAxis
  title: string
  left: number
  width: number
}

export function ChartReading({ reading, rows, more, axis, title, left, width }: ChartReadingProps) {
  const t = useText(text)
  const language = useSystem((system) => system.lang)
  const side = left > width / 2 ? { right: width - left + 10 } : { left: left + 10 }
  return (
    <>
      <div className={`${styles['here']} absolute width-1 no-pointer`} style={{ left, top: edge.top }} />
      <div
        className={`${styles['reading']} absolute grid gap-4 min-width-150 padding-8-10 radius-6 ground-raised shadow font-12 no-pointer`}
        style={side}
      >
        <span className="row gap-6 min-width-0 nowrap">{`${title} ${wordsOf(rows[0]?.x ?? reading.at, axis, language)}`}</span>
        {rows.map(({ curve, value }) => (
          <span className="row gap-6 min-width-0 nowrap" key={`${curve.taskId} ${curve.name}`}>
            <i className="rigid width-12 height-3 radius-2" style={{ background: curve.colour }} />
            <em className="clip upright text-ellipsis">{curve.words}</em>
            <b className="push-right weight-500 tabular" style={{ paddingLeft: 12 }}>
              {Number(value.toPrecision(5))}
            </b>
          </span>
        ))}
        {more > 0 && <small className="text-tertiary">{t('more', { count: more })}</small>}
      </div>
    </>
  )
}
