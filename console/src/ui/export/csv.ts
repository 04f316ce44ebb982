import { csvCell } from '@vermilion/contract/formats/csv/cell'

type Cell = string | number | null

/** RFC 4180, UTF-8 without BOM. Unknown values are empty; a text like a formula is guarded with an apostrophe. */
export function csvOf(rows: readonly (readonly Cell[])[]): string {
  return rows.map((cells) => `${cells.map(cellOf).join(',')}\r\n`).join('')
}

function cellOf(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return Number.isFinite(cell) ? String(cell) : ''
  return csvCell(cell)
}
