import type { FileView } from '../file-view.ts'
import { fileHeadHeight, fileRowHeight } from './file-row.tsx'
import { type CellSize, cellSizes } from './grid-cell.tsx'

/** The arrangement of files in a view: columns, and rows of one height, in pixels. */
export interface GridLayout {
  isTable: boolean
  columns: number
  rows: number
  rowHeight: number
  cellWidth: number
  gap: number
  width: number
  height: number
}

const gap = 12

export const pictureSample = 40
/** Beyond these aspects a picture gets bars instead of a higher or lower row. */
const maxAspect = 2.2
const minAspect = 0.7

export function usualAspect(aspects: readonly number[]): number | undefined {
  const usual = aspects.toSorted((a, b) => a - b)[Math.floor((aspects.length - 1) / 2)]
  return usual === undefined ? undefined : Math.min(maxAspect, Math.max(minAspect, usual))
}

interface GridNeeds {
  view: FileView
  window: { width: number; height: number }
  count: number
  aspect: number | undefined
}

export function gridLayoutOf({ view, window, count, aspect }: GridNeeds): GridLayout {
  const { width } = window
  const isTable = view === 'table'
  const size = isTable ? null : cellSizes[view]
  const columns = size === null ? 1 : Math.max(1, Math.floor((width + gap) / (size.cellWidth + gap)))
  const cellWidth = (width - gap * (columns - 1)) / columns
  const rowHeight = size === null ? fileRowHeight : heightOf(size, cellWidth, aspect)
  return {
    isTable,
    columns,
    rows: width === 0 ? 0 : Math.ceil(count / columns),
    rowHeight,
    cellWidth: isTable ? width : cellWidth,
    gap: isTable ? 0 : gap,
    width,
    height: Math.max(0, window.height - (isTable ? fileHeadHeight : 0)),
  }
}

function heightOf({ frame, aspect, isFitted }: CellSize, cellWidth: number, usual: number | undefined): number {
  const pictureHeight = (cellWidth - frame.width) / (isFitted ? (usual ?? aspect) : aspect)
  return Math.max(60, Math.round(pictureHeight + frame.height + gap))
}
