import { useVirtualizer } from '@tanstack/react-virtual'
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
} from 'react'
import { useRoom } from './use-viewport.ts'
import styles from './windowed-grid.module.css'

interface WindowedGridProps<Item> {
  items: readonly Item[]
  itemKey: (item: Item) => string
  render: (item: Item, index: number) => ReactNode
  cellWidth: number
  cellRatio: number
  extraHeight: number
  onEnd?: () => void
  label: string
  header?: ReactNode
  onKeyDown?: (event: KeyboardEvent) => void
  columnsRef?: RefObject<number>
}

const gap = 12

export function WindowedGrid<Item>(props: WindowedGridProps<Item>) {
  const { items, itemKey, render, cellWidth, cellRatio, extraHeight, onEnd, label, header, onKeyDown, columnsRef } =
    props
  const scroller = useRef<HTMLDivElement>(null)
  const grid = useRef<HTMLDivElement>(null)
  const { width } = useRoom(grid)
  const columns = Math.max(1, Math.floor((width + gap) / (cellWidth + gap)))
  const cell = (width - gap * (columns - 1)) / columns
  const rowHeight = Math.round(cell * cellRatio + extraHeight + gap)

  useEffect(() => {
    if (columnsRef !== undefined) columnsRef.current = columns
  }, [columns, columnsRef])

  // eslint-disable-next-line react/incompatible-library -- the component is not compiled; its functions are not memoized
  const rows = useVirtualizer({
    count: width === 0 ? 0 : Math.ceil(items.length / columns),
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 3,
  })
  useLayoutEffect(() => rows.measure(), [rows, rowHeight])

  const visible = rows.getVirtualItems()
  const last = visible.at(-1)?.index ?? -1
  const reachEnd = useEffectEvent(() => onEnd?.())
  useEffect(() => {
    if (last >= 0 && (last + 3) * columns >= items.length) reachEnd()
  }, [last, columns, items.length])

  return (
    <div ref={scroller} className={`${styles['scroller']} grow scroll`} data-scroll-restoration-id="grid">
      {header}
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys go from one cell to the next */}
      <div
        ref={grid}
        className={styles['grid']}
        style={{ height: rows.getTotalSize() }}
        // eslint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset belongs to a form
        role="group"
        aria-label={label}
        onKeyDown={onKeyDown}
      >
        {visible.map((row) => (
          <div
            key={row.key}
            className="absolute top-0 right-0 left-0 grid gap-12"
            role="presentation"
            style={{
              transform: `translateY(${row.start}px)`,
              gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
            }}
          >
            {items.slice(row.index * columns, (row.index + 1) * columns).map((item, index) => (
              <div key={itemKey(item)} role="presentation" style={{ height: rowHeight - gap }}>
                {render(item, row.index * columns + index)}
              </div>
            ))}
          </div>
        ))}
      </div>
    </div>
  )
}
