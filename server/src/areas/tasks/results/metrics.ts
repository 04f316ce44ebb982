import type { MetricTable } from '@vermilion/contract/tasks/results'

/**
 * Reads `results.csv` as training programs of the field write it: a header, then a row an epoch, cells padded with
 * blanks at will. A last line without its line break is still being written and is left out. A run that was continued
 * may write its header again, and epochs again that its last checkpoint did not hold: the later row of an epoch counts.
 */
export function parseMetrics(text: string): MetricTable {
  const lines = text
    .slice(0, text.lastIndexOf('\n') + 1)
    .split('\n')
    .filter((line) => line.trim() !== '')
  const columns = cellsOf(lines[0] ?? '')
  if (columns.length === 0) return { columns: [], rows: [] }
  const rows = lines
    .slice(1)
    .map(cellsOf)
    .filter((cells) => cells.join() !== columns.join())
    .map((cells) => columns.map((_, index) => numberOf(cells[index])))
  return { columns, rows: columns[0] === 'epoch' ? lastOfEach(rows) : rows }
}

/** RFC 4180 allows cells in quotes; the blanks around a cell carry nothing here. */
export function cellsOf(line: string): string[] {
  return line === '' ? [] : line.split(',').map((cell) => cell.trim().replaceAll(/^"|"$/g, '').trim())
}

function numberOf(cell: string | undefined): number | null {
  const value = cell ? Number(cell) : Number.NaN
  return Number.isFinite(value) ? value : null
}

function lastOfEach(rows: (number | null)[][]): (number | null)[][] {
  const byEpoch = new Map(rows.map((row) => [row[0], row]))
  return [...byEpoch.values()].sort((a, b) => (a[0] ?? 0) - (b[0] ?? 0))
}
