import {
  type DragEvent,
  type KeyboardEvent,
  type MouseEvent,
  type Ref,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
} from 'react'
import type { TableSort } from '../table/column.ts'
import styles from './file-grid.module.css'
import {
  BlankRow,
  columnsFor,
  type FileColumn,
  FileHead,
  fileHeadHeight,
  FileRow,
  fileRowHeight,
  templateOf,
} from './file-row.tsx'
import type { FileView } from './file-view.ts'
import { BlankCell, type CellContent, cellSizes, GridCell } from './grid-cell.tsx'
import { useKeptPlace } from '../windowing/scroll-restoration.ts'
import type { IndexedList } from '../windowing/indexed-list.ts'
import type { Selection } from '../selection/selection.ts'
import { useRectangle } from '../selection/use-rectangle.ts'
import { useRoom, useViewport } from '../windowing/use-viewport.ts'

/** How the files lie, for moving through them with the keyboard. */
export interface FileGridHandle {
  columns: number
  rows: number
  reveal: (index: number) => void
  focus: () => void
  /** Where a file that is drawn stands in the window. */
  boxOf: (index: number) => DOMRect | undefined
}

export interface FileGridProps<Item> {
  handle: Ref<FileGridHandle>
  list: IndexedList<Item>
  itemKey: (item: Item) => string
  nameOf: (item: Item) => string
  view: FileView
  label: string
  scope: string
  cell: (item: Item, view: FileView) => CellContent
  columns: readonly FileColumn<Item>[]
  sort: TableSort
  selection: Selection<Item>
  isLeaving: (item: Item) => boolean
  renaming: { key: string; onDone: (name: string | null) => void } | null
  /** Place that something is held over. */
  over: number | null
  draggable: boolean
  onKeyDown: (event: KeyboardEvent) => void
  onClick: (event: MouseEvent, index: number | null) => void
  onDoubleClick: (index: number) => void
  onMenu: (event: MouseEvent, index: number | null) => void
  onDrag: (event: DragEvent, index: number | null) => void
}

const gap = 12

export const placeOfEvent = ({ target }: { target: EventTarget }): number | null => {
  const index = (target as Element).closest<HTMLElement>('[data-place]')?.dataset['place']
  return index === undefined ? null : Number(index)
}

/** Files in rows or as pictures, of which only those in view exist. */
// oxlint-disable-next-line max-lines-per-function -- one view, whose parts share what it reads and what was done in it
export function FileGrid<Item>(props: FileGridProps<Item>) {
  const { handle, list, itemKey, view, label, selection, renaming, scope } = props
  const scroller = useRef<HTMLDivElement>(null)
  const grid = useRef<HTMLDivElement>(null)
  const body = useRef<HTMLDivElement>(null)
  const id = useId()
  const availableWidth = useRoom(scroller)
  const isTable = view === 'table'
  const size = isTable ? { cellWidth: Infinity, extraHeight: 0 } : cellSizes[view]
  const columns = Math.max(1, Math.floor((availableWidth.width + gap) / (size.cellWidth + gap)))
  const width = (availableWidth.width - gap * (columns - 1)) / columns
  const space = isTable ? 0 : gap
  const rowHeight = isTable ? fileRowHeight : Math.max(60, Math.round(width + size.extraHeight + gap))
  const rows = availableWidth.width === 0 ? 0 : Math.ceil(list.count / columns)
  const height = Math.max(0, availableWidth.height - (isTable ? fileHeadHeight : 0))
  const viewport = useViewport({ scroller, view: height, rows, rowHeight })
  const { first, last, shift } = viewport
  const firstSeen = () => Math.floor(viewport.top() / rowHeight) * columns
  const keep = useKeptPlace({
    scope,
    ready: rows > 0,
    layout: `${columns} ${rowHeight}`,
    first: firstSeen,
    goTo: (index) => viewport.goTo(Math.floor(index / columns) * rowHeight),
  })
  useLayoutEffect(() => {
    if (availableWidth.width > 0) list.want(first * columns, Math.max(first, last + 1) * columns - 1)
    keep.current()
  }, [list, first, last, columns, availableWidth.width, keep])
  useStill({
    list,
    itemKey,
    scope,
    columns,
    firstSeen,
    moveBy: (by) => viewport.goTo(viewport.top() + by * rowHeight),
  })

  const { handlers, drawn } = useRectangle({
    scroller,
    grid: body,
    shape: {
      columns,
      cellWidth: isTable ? availableWidth.width : width,
      cellHeight: rowHeight - space,
      gap: space,
      count: list.count,
    },
    shift: viewport.shiftNow,
    onChange: selection.touch,
  })
  useImperativeHandle(handle, () => ({
    columns,
    rows: Math.max(1, Math.floor(height / rowHeight)),
    reveal: (index) => viewport.reveal(Math.floor(index / columns)),
    focus: () => grid.current?.focus({ preventScroll: true }),
    boxOf: (index) => document.getElementById(`${id}-${index}`)?.getBoundingClientRect(),
  }))

  const { columns: allColumns } = props
  const shownColumns = useMemo(() => columnsFor(allColumns, availableWidth.width), [allColumns, availableWidth.width])
  const cellOf = (index: number) => {
    const item = list.at(index)
    if (item === undefined)
      return isTable ? <BlankRow columns={shownColumns} index={index} /> : <BlankCell view={view} />
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
    if (!isTable) return <GridCell {...common} contentOf={props.cell} view={view} count={list.count} />
    return <FileRow {...common} columns={shownColumns} nameOf={props.nameOf} />
  }
  const active = selection.current
  const isDrawn = active !== null && active >= first * columns && active < (last + 1) * columns
  const { count } = selection
  return (
    <div
      ref={scroller}
      className={styles['scroller']}
      data-table={isTable}
      {...handlers}
      onContextMenu={(event) => props.onMenu(event, placeOfEvent(event))}
    >
      {/* eslint-disable-next-line jsx-a11y/no-static-element-interactions -- it has one of two roles */}
      <div
        ref={grid}
        className={styles['grid']}
        role={isTable ? 'grid' : 'listbox'}
        tabIndex={0}
        aria-label={label}
        aria-multiselectable
        aria-rowcount={isTable ? list.count + 1 : undefined}
        aria-activedescendant={isDrawn ? `${id}-${active}` : undefined}
        style={isTable ? ({ '--file-columns': templateOf(shownColumns) } as object) : {}}
        onFocus={({ target, currentTarget }) => {
          if (target === currentTarget && active === null && list.count > 0) selection.goTo(firstSeen())
        }}
        onKeyDown={props.onKeyDown}
        onClick={(event) => props.onClick(event, placeOfEvent(event))}
        onDoubleClick={(event) => {
          const index = placeOfEvent(event)
          if (index !== null) props.onDoubleClick(index)
        }}
        onDragStart={(event) => props.onDrag(event, placeOfEvent(event))}
        onDragOver={(event) => props.onDrag(event, placeOfEvent(event))}
        onDragLeave={(event) => props.onDrag(event, placeOfEvent(event))}
        onDragEnd={(event) => props.onDrag(event, null)}
        onDrop={(event) => props.onDrag(event, placeOfEvent(event))}
      >
        {isTable && (
          <FileHead
            columns={shownColumns}
            sort={props.sort}
            selectionState={
              count === 0 ? 'none' : selection.chosen.all && selection.chosen.items.size === 0 ? 'all' : 'some'
            }
            onAll={() => (count > 0 ? selection.clear() : selection.all())}
          />
        )}
        <div
          ref={body}
          className={styles['body']}
          role={isTable ? 'rowgroup' : 'presentation'}
          style={{ height: viewport.height }}
        >
          {Array.from({ length: Math.max(0, last - first + 1) }, (_, step) => first + step).map((row) => (
            <div
              key={row}
              className={styles['row']}
              role="presentation"
              style={{
                height: rowHeight - space,
                transform: `translateY(${row * rowHeight + shift}px)`,
                gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
              }}
            >
              {Array.from({ length: Math.min(columns, list.count - row * columns) }, (_, step) => (
                <div key={step} role="presentation">
                  {cellOf(row * columns + step)}
                </div>
              ))}
            </div>
          ))}
          {drawn !== null && (
            <div
              className={styles['rectangle']}
              style={{
                left: Math.min(drawn.a.x, drawn.b.x),
                top: Math.min(drawn.a.y, drawn.b.y) + shift,
                width: Math.abs(drawn.a.x - drawn.b.x),
                height: Math.abs(drawn.a.y - drawn.b.y),
              }}
            />
          )}
        </div>
      </div>
    </div>
  )
}

interface StillNeeds<Item> {
  list: IndexedList<Item>
  itemKey: (item: Item) => string
  scope: string
  columns: number
  firstSeen: () => number
  moveBy: (rows: number) => void
}

/** Files that come or go above what is seen move nothing that is seen. */
function useStill<Item>({ list, itemKey, scope, columns, firstSeen, moveBy }: StillNeeds<Item>): void {
  const anchor = useRef<{ key: string; index: number; scope: string } | null>(null)
  const listRef = useRef(list)
  useLayoutEffect(() => {
    const previous = anchor.current
    if (listRef.current === list || previous === null || previous.scope !== scope || previous.index === 0) return
    const item = list.at(previous.index)
    if (item === undefined || itemKey(item) === previous.key) return
    const now = list.indexOf(previous.key)
    const rows = now === -1 ? 0 : Math.floor(now / columns) - Math.floor(previous.index / columns)
    if (rows !== 0 && Math.abs(rows) < 200) moveBy(rows)
  })
  useLayoutEffect(() => {
    const index = firstSeen()
    const item = list.at(index)
    listRef.current = list
    anchor.current = item === undefined ? null : { key: itemKey(item), index, scope }
  })
}
