import { useRef } from 'react'
import { useText } from '#lib/i18n.ts'
import { text } from '../../text.ts'
import { PictureButton } from '../picture-button.tsx'
import { lineStyle } from '../series-colours.ts'
import { allOf } from './chart-scale.ts'
import styles from './time-chart.module.css'
import { TimePlot } from './time-plot.tsx'
import { type TimeReading, type TimeSeriesChart, valuesAt } from './time-series.ts'

interface TimeChartProps {
  name: string
  chart: TimeSeriesChart
  reading: TimeReading
}

export function TimeChart({ name: ofWhat, chart, reading }: TimeChartProps) {
  const t = useText(text)
  const section = useRef<HTMLElement>(null)
  const chartOf = () => section.current?.querySelector('[role="slider"] svg')
  const { position } = reading
  const all = allOf(chart)
  const values = chart.lines.map((line) => {
    const { mean, highest } = valuesAt(line, position)
    return {
      key: line.key,
      name: line.name,
      words: chart.format(mean),
      highest: highest === undefined ? undefined : chart.format(highest),
    }
  })
  const spoken = position === null ? '' : values.map(({ name, words }) => `${name ?? ''} ${words}`.trim()).join(', ')
  return (
    <section
      ref={section}
      className={`${styles['chart']} panel stack justify-between min-width-0`}
      aria-label={chart.title}
    >
      <header
        className="note relative flex wrap gap-2-14 align-baseline min-height-26 margin-bottom-6"
        style={{ paddingRight: 36 }}
        data-several={values.length > 1}
      >
        <h2 className="heading max-full-width text-ink">{chart.title}</h2>
        {values.map(({ key, name, words, highest }, index) => (
          <span key={key} data-line={index} data-series={name} style={lineStyle(index)}>
            {name !== undefined && (
              <>
                <i
                  className="inline-block width-12 height-3 radius-2 ground-line"
                  style={{ verticalAlign: 'middle' }}
                  aria-hidden
                />{' '}
                {name}
              </>
            )}
            <b className="text-ink weight-600 tabular" style={{ paddingLeft: 6 }}>
              {words}
            </b>
            {highest !== undefined && highest !== words && (
              <small className="hint tabular">{t('highest', { value: highest })}</small>
            )}
          </span>
        ))}
        {all !== undefined && (
          <small className="hint tabular" style={{ marginLeft: -8, paddingLeft: 0 }}>
            {t('ofAll', { value: chart.format(all) })}
          </small>
        )}
        <PictureButton title={chart.title} name={ofWhat} chartOf={chartOf} />
      </header>
      <TimePlot {...reading} chart={chart} spoken={spoken} />
    </section>
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
