import type { FileView } from '../file-view.ts'
import { fileHeadHeight, fileRowHeight } from './file-row.tsx'
import { cellSizes } from './grid-cell.tsx'

/** How files lie in a view: so many beside each other, in rows of one height. Pixels. */
export interface GridLayout {
  isTable: boolean
  columns: number
  rows: number
  rowHeight: number
  cellWidth: number
  /** Between two cells, and at the end of a row's height. */
  gap: number
  /** What the window shows, without the titles of a table. */
  width: number
  height: number
}

const gap = 12

export function gridLayoutOf(view: FileView, window: { width: number; height: number }, count: number): GridLayout {
  const { width } = window
  const isTable = view === 'table'
  const size = isTable ? { cellWidth: Infinity, extraHeight: 0 } : cellSizes[view]
  const columns = Math.max(1, Math.floor((width + gap) / (size.cellWidth + gap)))
  const cellWidth = (width - gap * (columns - 1)) / columns
  return {
    isTable,
    columns,
    rows: width === 0 ? 0 : Math.ceil(count / columns),
    rowHeight: isTable ? fileRowHeight : Math.max(60, Math.round(cellWidth + size.extraHeight + gap)),
    cellWidth: isTable ? width : cellWidth,
    gap: isTable ? 0 : gap,
    width,
    height: Math.max(0, window.height - (isTable ? fileHeadHeight : 0)),
  }
}
