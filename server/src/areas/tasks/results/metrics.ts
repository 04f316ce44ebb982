import type { MetricTable } from '@vermilion/contract/tasks/results'

/**
 * `results.csv` of common training programs: a header and a row per epoch, padded with blanks. An unterminated last line is
 * ignored.
 * A continued run may repeat the header and epochs after its last checkpoint: the later row counts.
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

/** Removes quotes (RFC 4180) and blanks. */
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
