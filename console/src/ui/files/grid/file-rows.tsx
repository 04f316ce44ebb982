import type { Selection } from '../../selection/selection.ts'
import type { IndexedList } from '../../windowing/indexed-list.ts'
import type { FileView } from '../file-view.ts'
import styles from './file-grid.module.css'
import { BlankRow, type FileColumn, FileRow } from './file-row.tsx'
import { BlankCell, type CellContent, GridCell } from './grid-cell.tsx'
import type { GridLayout } from './grid-layout.ts'

export interface FileCells<Item> {
  list: IndexedList<Item>
  itemKey: (item: Item) => string
  nameOf: (item: Item) => string
  view: FileView
  cell: (item: Item, view: FileView) => CellContent
  selection: Selection<Item>
  isLeaving: (item: Item) => boolean
  renaming: { key: string; onDone: (name: string | null) => void } | null
  over: number | null
  draggable: boolean
}

interface FileRowsProps<Item> extends FileCells<Item> {
  id: string
  layout: GridLayout
  viewport: { first: number; last: number; shift: number }
  columns: readonly FileColumn<Item>[]
}

export function FileRows<Item>(props: FileRowsProps<Item>) {
  const { list, layout, viewport } = props
  const { first, last, shift } = viewport
  const { columns, rowHeight, gap } = layout
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, step) => first + step).map((row) => (
    <div
      key={row}
      className={`${styles['row']} absolute top-0 right-0 left-0 grid gap-12`}
      role="presentation"
      style={{
        height: rowHeight - gap,
        transform: `translateY(${row * rowHeight + shift}px)`,
        gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
      }}
    >
      {Array.from({ length: Math.min(columns, list.count - row * columns) }, (_, step) => (
        <div key={step} role="presentation">
          <FileAt {...props} index={row * columns + step} />
        </div>
      ))}
    </div>
  ))
}

function FileAt<Item>(props: FileRowsProps<Item> & { index: number }) {
  const { id, list, itemKey, view, layout, columns, selection, renaming, index } = props
  const item = list.at(index)
  if (item === undefined)
    return layout.isTable ? <BlankRow columns={columns} index={index} /> : <BlankCell view={view} />
  const selected = selection.has(item)
  const common = {
    id: `${id}-${index}`,
    item,
    index,
    selected,
    current: selection.current === index,
    draggable: props.draggable && selected,
    over: props.over === index,
    isLeaving: props.isLeaving(item),
    onRename: renaming?.key === itemKey(item) ? renaming.onDone : null,
  }
  if (!layout.isTable) return <GridCell {...common} contentOf={props.cell} view={view} count={list.count} />
  return <FileRow {...common} columns={columns} nameOf={props.nameOf} />
}
