import { formatTime } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { useSystem } from '#lib/system.ts'
import type { TimeSeriesChart } from '#ui/chart/time/time-series.ts'
import { FigureTable } from '#ui/table/figure-table.tsx'
import styles from './host-charts.module.css'
import { alignDecimals } from './align-decimals.ts'
import { chartText } from './text.ts'

interface ValueTableProps {
  label: string
  charts: readonly TimeSeriesChart[]
  times: readonly number[]
}

const columnsOf = (charts: readonly TimeSeriesChart[]) =>
  charts.flatMap(({ title, lines, format }) =>
    lines.map(({ name, means }) => ({ title: name === undefined ? title : `${title} · ${name}`, means, format })),
  )

/** The values of all charts by time, the latest first. */
export function ValueTable({ label, charts, times }: ValueTableProps) {
  const t = useText(chartText)
  const zone = useSystem((system) => system.zone)
  const columns = columnsOf(charts)
  const summaries = summariesOf(columns)
  // A column's summaries stand above its values, and are written as they are.
  const figures = columns.map(({ means, format }, column) =>
    alignDecimals([...summaries.map(({ values }) => values[column]), ...means].map((value) => format(value ?? null))),
  )
  const cellsOf = (row: number) => figures.map((column) => column[row] ?? '')
  const summaryRows = summaries.map(({ key }, row) => ({
    key,
    cells: [
      <strong key="name">{t(key)}</strong>,
      ...cellsOf(row).map((text, column) => <strong key={columns[column]?.title}>{text}</strong>),
    ],
  }))
  const rows = times
    .map((time, index) => ({
      key: String(time),
      isMeasured: columns.some(({ means }) => (means[index] ?? null) !== null),
      cells: [formatTime(time, zone), ...cellsOf(summaries.length + index)],
    }))
    .filter(({ isMeasured }) => isMeasured)
    .toReversed()
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, also by the keyboard
    <section className={styles['values']} aria-label={label} tabIndex={0}>
      <FigureTable columns={[t('time'), ...columns.map(({ title }) => title)]} rows={[...summaryRows, ...rows]} />
    </section>
  )
}

/** The highest, mean and lowest value of each column over the whole span. */
function summariesOf(columns: ReturnType<typeof columnsOf>) {
  const measured = columns.map(({ means }) => means.flatMap((value) => value ?? []))
  const over = (reduce: (values: readonly number[]) => number) =>
    measured.map((values) => (values.length === 0 ? null : reduce(values)))
  return [
    { key: 'highest', values: over((values) => values.reduce((a, b) => Math.max(a, b))) },
    { key: 'mean', values: over((values) => values.reduce((sum, value) => sum + value, 0) / values.length) },
    { key: 'lowest', values: over((values) => values.reduce((a, b) => Math.min(a, b))) },
  ] as const
}

/** The values as they were measured, for a spreadsheet. */
export function tableOf(charts: readonly TimeSeriesChart[], times: readonly number[]): (string | number | null)[][] {
  const columns = columnsOf(charts)
  const rows = times.map((time, index) => [
    new Date(time).toISOString(),
    ...columns.map(({ means }) => means[index] ?? null),
  ])
  return [['time', ...columns.map(({ title }) => title)], ...rows]
}
