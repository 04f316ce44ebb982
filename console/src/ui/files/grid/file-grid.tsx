import {
  type DragEvent,
  type KeyboardEvent,
  type MouseEvent,
  type Ref,
  useId,
  useImperativeHandle,
  useMemo,
  useRef,
} from 'react'
import type { Point } from '../../selection/rectangle.ts'
import { useRectangle } from '../../selection/use-rectangle.ts'
import type { TableSort } from '../../table/column.ts'
import { useRoom } from '../../windowing/use-viewport.ts'
import styles from './file-grid.module.css'
import { columnsFor, type FileColumn, FileHead, templateOf } from './file-row.tsx'
import { type FileCells, FileRows } from './file-rows.tsx'
import { gridLayoutOf, pictureSample, usualAspect } from './grid-layout.ts'
import { useGridWindow } from './use-grid-window.ts'

export interface FileGridHandle {
  columns: number
  rows: number
  reveal: (index: number) => void
  focus: () => void
  /** The window coordinates of a file that is drawn. */
  boxOf: (index: number) => DOMRect | undefined
}

export interface FileGridProps<Item> extends FileCells<Item> {
  handle: Ref<FileGridHandle>
  label: string
  scope: string
  columns: readonly FileColumn<Item>[]
  sort: TableSort
  onKeyDown: (event: KeyboardEvent) => void
  onClick: (event: MouseEvent, index: number | null) => void
  onDoubleClick: (index: number) => void
  onMenu: (event: MouseEvent, index: number | null) => void
  onDrag: (event: DragEvent, index: number | null) => void
}

export function FileGrid<Item>(props: FileGridProps<Item>) {
  const { handle, list, itemKey, view, label, selection, scope, columns: allColumns } = props
  const scroller = useRef<HTMLDivElement>(null)
  const grid = useRef<HTMLDivElement>(null)
  const body = useRef<HTMLDivElement>(null)
  const id = useId()
  const layout = gridLayoutOf({ view, window: useRoom(scroller), count: list.count, aspect: useAspect(props) })
  const { isTable, columns, width } = layout
  const viewport = useGridWindow({ scroller, list, itemKey, scope, layout })
  const { handlers, drawn } = useRectangle({
    scroller,
    grid: body,
    shape: { ...layout, cellHeight: layout.rowHeight - layout.gap, count: list.count },
    shift: viewport.shiftNow,
    onChange: selection.touch,
  })
  useImperativeHandle(handle, () => ({
    columns,
    rows: Math.max(1, Math.floor(layout.height / layout.rowHeight)),
    reveal: (index) => viewport.reveal(Math.floor(index / columns)),
    focus: () => grid.current?.focus({ preventScroll: true }),
    boxOf: (index) => document.getElementById(`${id}-${index}`)?.getBoundingClientRect(),
  }))
  const shownColumns = useMemo(() => columnsFor(allColumns, width), [allColumns, width])
  const active = selection.current
  const isDrawn = active !== null && active >= viewport.first * columns && active < (viewport.last + 1) * columns
  return (
    <div
      ref={scroller}
      className={`${styles['scroller']} grow min-height-0 scroll`}
      data-table={isTable}
      {...handlers}
      onContextMenu={(event) => props.onMenu(event, placeOfEvent(event))}
    >
      <div
        ref={grid}
        className={`${styles['grid']} no-outline`}
        role={isTable ? 'grid' : 'listbox'}
        tabIndex={0}
        aria-label={label}
        aria-multiselectable
        aria-rowcount={isTable ? list.count + 1 : undefined}
        aria-activedescendant={isDrawn ? `${id}-${active}` : undefined}
        style={isTable ? ({ '--file-columns': templateOf(shownColumns) } as object) : {}}
        onFocus={({ target, currentTarget }) => {
          if (target === currentTarget && active === null && list.count > 0) selection.goTo(viewport.firstSeen())
        }}
        {...placedHandlers(props)}
      >
        {isTable && <SelectionHead columns={shownColumns} sort={props.sort} selection={selection} />}
        <div
          ref={body}
          className="relative clip"
          role={isTable ? 'rowgroup' : 'presentation'}
          style={{ height: viewport.height }}
        >
          <FileRows {...props} id={id} layout={layout} viewport={viewport} columns={shownColumns} />
          {drawn !== null && <Rectangle corners={drawn} shift={viewport.shift} />}
        </div>
      </div>
    </div>
  )
}

function useAspect<Item>({ list, view, cell }: Pick<FileGridProps<Item>, 'list' | 'view' | 'cell'>) {
  return useMemo(() => {
    if (view === 'table') return undefined
    const items = Array.from({ length: Math.min(pictureSample, list.count) }, (_, index) => list.at(index))
    return usualAspect(items.flatMap((item) => (item === undefined ? [] : (cell(item, view).aspect ?? []))))
  }, [list, view, cell])
}

const placeOfEvent = ({ target }: { target: EventTarget }): number | null => {
  const index = (target as Element).closest<HTMLElement>('[data-place]')?.dataset['place']
  return index === undefined ? null : Number(index)
}

type GridHandlers = Pick<FileGridProps<never>, 'onKeyDown' | 'onClick' | 'onDoubleClick' | 'onDrag'>

function placedHandlers({ onKeyDown, onClick, onDoubleClick, onDrag }: GridHandlers) {
  const onDragAt = (event: DragEvent) => onDrag(event, placeOfEvent(event))
  return {
    onKeyDown,
    onClick: (event: MouseEvent) => onClick(event, placeOfEvent(event)),
    onDoubleClick(event: MouseEvent) {
      const index = placeOfEvent(event)
      if (index !== null) onDoubleClick(index)
    },
    onDragStart: onDragAt,
    onDragOver: onDragAt,
    onDragLeave: onDragAt,
    onDragEnd: (event: DragEvent) => onDrag(event, null),
    onDrop: onDragAt,
  }
}

function SelectionHead<Item>({
  columns,
  sort,
  selection,
}: Pick<FileGridProps<Item>, 'columns' | 'sort' | 'selection'>) {
  const { count, chosen } = selection
  return (
    <FileHead
      columns={columns}
      sort={sort}
      selectionState={count === 0 ? 'none' : chosen.all && chosen.items.size === 0 ? 'all' : 'some'}
      onAll={() => (count > 0 ? selection.clear() : selection.all())}
    />
  )
}

function Rectangle({ corners: { a, b }, shift }: { corners: { a: Point; b: Point }; shift: number }) {
  return (
    <div
      className={`${styles['rectangle']} absolute radius-4 no-pointer`}
      style={{
        left: Math.min(a.x, b.x),
        top: Math.min(a.y, b.y) + shift,
        width: Math.abs(a.x - b.x),
        height: Math.abs(a.y - b.y),
      }}
    />
  )
}
