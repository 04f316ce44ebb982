import { useRef } from 'react'
import { useText } from '#lib/i18n.ts'
import { PictureButton } from '#ui/chart/picture-button.tsx'
import type { HistoryChart as Chart } from './charts.ts'
import { HistoryPlot, type Reading } from './history-plot.tsx'
import styles from './history.module.css'
import { historyText } from './text.ts'

interface HistoryChartProps {
  /** What it is of; with its title, the name of its picture. */
  name: string
  chart: Chart
  reading: Reading
}

/** One measure over time, and beside its name the value that is read, or the last one. */
export function HistoryChart({ name: ofWhat, chart, reading }: HistoryChartProps) {
  const t = useText(historyText)
  const section = useRef<HTMLElement>(null)
  const chartOf = () => section.current?.querySelector('[role="slider"] svg')
  const { points, position } = reading
  const point = position === null ? points.findLast(({ readings }) => readings > 0) : points[position]
  const values = chart.lines.map(({ name, of, highest }) => {
    const isRead = point !== undefined && point.readings > 0
    return {
      key: name ?? chart.key,
      name: name === undefined ? undefined : t(name),
      words: chart.format(isRead ? of(point) : null),
      highest: isRead && highest !== undefined ? chart.format(highest(point)) : undefined,
    }
  })
  const spoken = position === null ? '' : values.map(({ name, words }) => `${name ?? ''} ${words}`.trim()).join(', ')
  return (
    <section ref={section} className={styles['chart']} aria-label={t(chart.key)}>
      <header>
        <h2>{t(chart.key)}</h2>
        {values.map(({ key, name, words, highest }, index) => (
          <span key={key} data-line={index}>
            {name !== undefined && (
              <>
                <i aria-hidden /> {name}
              </>
            )}
            <b>{words}</b>
            {highest !== undefined && highest !== words && <small>{t('highest', { value: highest })}</small>}
          </span>
        ))}
        <PictureButton title={t(chart.key)} name={ofWhat} chartOf={chartOf} />
      </header>
      <HistoryPlot {...reading} chart={chart} spoken={spoken} />
    </section>
  )
}
