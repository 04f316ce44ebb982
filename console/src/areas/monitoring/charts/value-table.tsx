import { formatTime } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { useSystem } from '#lib/system.ts'
import { highestOf, peakOf, type TimeSeriesChart, type Value } from '#ui/chart/lines/time-series.ts'
import { FigureTable } from '#ui/table/figure-table.tsx'
import styles from './host-charts.module.css'
import { chartText } from './text.ts'

interface ValueTableProps {
  label: string
  charts: readonly TimeSeriesChart[]
  times: readonly number[]
}

const columnsOf = (charts: readonly TimeSeriesChart[]) =>
  charts.flatMap(({ title, lines, format, formatCell = format }) =>
    lines.map((line) => ({
      title: line.column ?? (line.name === undefined ? title : `${title} · ${line.name}`),
      means: line.means,
      peak: peakOf(line),
      formatCell,
    })),
  )

export function ValueTable({ label, charts, times }: ValueTableProps) {
  const t = useText(chartText)
  const zone = useSystem((system) => system.zone)
  const columns = columnsOf(charts)
  const cellOf = (column: number, value: Value) => <Figure text={columns[column]?.formatCell(value) ?? ''} />
  const summaryRows = summariesOf(columns).map(({ key, values }) => ({
    key,
    cells: [
      <strong key="name">{t(key)}</strong>,
      ...values.map((value, column) => <strong key={columns[column]?.title}>{cellOf(column, value)}</strong>),
    ],
  }))
  const rows = times
    .map((time, index) => ({
      key: String(time),
      isMeasured: columns.some(({ means }) => (means[index] ?? null) !== null),
      cells: [formatTime(time, zone), ...columns.map(({ means }, column) => cellOf(column, means[index] ?? null))],
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

/** Units have equal widths, so that digits align. */
function Figure({ text }: { text: string }) {
  const [amount, unit] = text.split(' ')
  if (unit === undefined) return amount
  return (
    <>
      {amount}{' '}
      <span
        className={unit.includes('B') ? `${styles['unit']} inline-block text-left` : undefined}
        data-rate={unit.endsWith('/s') || undefined}
      >
        {unit}
      </span>
    </>
  )
}

function summariesOf(columns: ReturnType<typeof columnsOf>) {
  const measured = columns.map(({ means }) => means.flatMap((value) => value ?? []))
  const over = (reduce: (values: readonly number[]) => number) =>
    measured.map((values) => (values.length === 0 ? null : reduce(values)))
  return [
    { key: 'highest', values: columns.map(({ means, peak }) => (peak === undefined ? highestOf(means) : peak)) },
    { key: 'mean', values: over((values) => values.reduce((sum, value) => sum + value, 0) / values.length) },
    { key: 'lowest', values: over((values) => values.reduce((a, b) => Math.min(a, b))) },
  ] as const
}

export function tableOf(charts: readonly TimeSeriesChart[], times: readonly number[]): (string | number | null)[][] {
  const columns = columnsOf(charts)
  const rows = times.map((time, index) => [
    new Date(time).toISOString(),
    ...columns.map(({ means }) => means[index] ?? null),
  ])
  return [['time', ...columns.map(({ title }) => title)], ...rows]
}
