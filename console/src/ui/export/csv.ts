import { csvLine } from '@vermilion/contract/formats/csv/records'

type Cell = string | number | null

/** A table for spreadsheets. Values that are no finite number are empty. */
export function csvOf(rows: readonly (readonly Cell[])[]): string {
  const isKnown = (cell: Cell) => typeof cell !== 'number' || Number.isFinite(cell)
  return rows.map((cells) => csvLine(cells.map((cell) => (isKnown(cell) ? cell : null)))).join('')
}
