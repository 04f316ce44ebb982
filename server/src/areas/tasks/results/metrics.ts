import { csvRows } from '@vermilion/contract/formats/csv/records'
import type { MetricTable } from '@vermilion/contract/tasks/results'

/**
 * `results.csv` of common training programs: a header and a row per epoch, padded with blanks. An unterminated last line is
 * ignored.
 * A continued run may repeat the header and epochs after its last checkpoint: the later row counts.
 */
export function parseMetrics(text: string): MetricTable {
  const [columns = [], ...records] = csvRows(text.slice(0, text.lastIndexOf('\n') + 1), ',')
    .map((fields) => fields.map((field) => field.trim()))
    .filter((fields) => fields.length > 1 || fields[0] !== '')
  const rows = records
    .filter((cells) => cells.join() !== columns.join())
    .map((cells) => columns.map((_, index) => numberOf(cells[index])))
  return { columns, rows: columns[0] === 'epoch' ? lastOfEach(rows) : rows }
}

function numberOf(cell: string | undefined): number | null {
  const value = cell ? Number(cell) : Number.NaN
  return Number.isFinite(value) ? value : null
}

function lastOfEach(rows: (number | null)[][]): (number | null)[][] {
  const byEpoch = new Map(rows.map((row) => [row[0], row]))
  return [...byEpoch.values()].sort((a, b) => (a[0] ?? 0) - (b[0] ?? 0))
}
