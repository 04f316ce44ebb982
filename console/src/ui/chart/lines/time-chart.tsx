import { useMemo } from 'react'
import { useText } from '#lib/i18n.ts'
import { text } from '../../text.ts'
import { seriesColour } from '../series-colours.ts'
import { Swatch } from './legend.tsx'
import { LinePlot, type LineDisplay } from './line-plot.tsx'
import styles from './lines.module.css'
import { nearestTo, type Span } from './span.ts'
import { axisOf, pointsOf, totalOf } from './time-scale.ts'
import { type TimeLine, type TimeReading, type TimeSeriesChart, valuesAt } from './time-series.ts'

interface TimeChartProps {
  name: string
  chart: TimeSeriesChart
  reading: TimeReading
}

const display: LineDisplay = { axis: 'time', smoothing: 0, logarithmic: false }
const height = 168
const noBreaks: readonly number[] = []

/** Lines over time. The header has the last values, or those under the cursor of all charts. */
export function TimeChart({ name, chart, reading }: TimeChartProps) {
  const { from, to, times, breaks = noBreaks, position, onPosition, onZoom } = reading
  const values = chart.lines.map((line) => valueOf(line, chart, position))
  const curves = useMemo(
    () => chart.lines.map((line, index) => curveOf(line, index, times, breaks)),
    [chart, times, breaks],
  )
  const scale = useMemo(() => axisOf(chart), [chart])
  const span = useMemo(() => ({ from, to }), [from, to])
  // Zooming out also leads beyond the span.
  const extent = useMemo(() => ({ from: from - (to - from), to: to + (to - from) }), [from, to])
  const onSpan = useMemo(
    () => (onZoom === undefined ? undefined : (next: Span | null) => next !== null && onZoom(next.from, next.to)),
    [onZoom],
  )
  return (
    <section className={`${styles['time']} panel relative stack justify-between min-width-0`} aria-label={chart.title}>
      <TimeHeader chart={chart} values={values} />
      <LinePlot
        {...{ name, curves, display, scale, extent, span, onSpan, height }}
        label={chart.title}
        format={chart.format}
        total={totalOf(chart)}
        marks={breaks.map((x) => ({ x }))}
        at={position === null ? null : (times[position] ?? null)}
        onAt={(at) => onPosition(at === null ? null : nearestTo(times, at))}
        spoken={values.map(({ name: lineName = '', mean }) => `${lineName} ${mean}`.trim()).join(', ')}
      />
    </section>
  )
}

function curveOf(
  { key, name = '', means, highest }: TimeLine,
  index: number,
  times: readonly number[],
  breaks: readonly number[],
) {
  const { x, y } = pointsOf(times, means, breaks)
  const above = highest === undefined ? undefined : pointsOf(times, highest, breaks).y
  return { key, name, colour: seriesColour(index), x, y, highest: above }
}

function valueOf(line: TimeLine, { format }: TimeSeriesChart, position: number | null) {
  const { mean, highest } = valuesAt(line, position)
  return { ...line, mean: format(mean), highest: highest === undefined ? undefined : format(highest) }
}

function TimeHeader({ chart, values }: { chart: TimeSeriesChart; values: readonly ReturnType<typeof valueOf>[] }) {
  const t = useText(text)
  const total = totalOf(chart)
  return (
    <header
      className="note flex wrap gap-2-14 align-baseline min-height-26 margin-bottom-6"
      style={{ paddingRight: 36 }}
      data-several={values.length > 1}
    >
      <h2 className="heading max-full-width text-ink">{chart.title}</h2>
      {values.map(({ key, name, mean, highest }, index) => (
        <span key={key} data-line={index} data-series={name}>
          {name !== undefined && (
            <>
              <Swatch colour={seriesColour(index)} /> {name}
            </>
          )}
          <b className="text-ink weight-600 tabular" style={{ paddingLeft: 6 }}>
            {mean}
          </b>
          {highest !== undefined && highest !== mean && (
            <small className="hint tabular">{t('highest', { value: highest })}</small>
          )}
        </span>
      ))}
      {total !== undefined && (
        <small className="hint tabular" style={{ marginLeft: -8, paddingLeft: 0 }}>
          {t('ofAll', { value: chart.format(total) })}
        </small>
      )}
    </header>
  )
}

export function TimeCharts({
  name,
  charts,
  reading,
}: Omit<TimeChartProps, 'chart'> & { charts: readonly TimeSeriesChart[] }) {
  return (
    <div className="grid gap-14" style={{ gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 460px), 1fr))' }}>
      {charts.map((chart) => (
        <TimeChart key={chart.key} name={name} chart={chart} reading={reading} />
      ))}
    </div>
  )
}
