import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useRef } from 'react'
import styles from './windowed-list.module.css'

interface WindowedListProps<Item> {
  items: readonly Item[]
  itemKey: (item: Item, index: number) => string | number
  rowHeight: (item: Item) => number
  render: (item: Item) => ReactNode
  label: string
}

export function WindowedList<Item>({ items, itemKey, rowHeight, render, label }: WindowedListProps<Item>) {
  const scroller = useRef<HTMLElement>(null)
  // eslint-disable-next-line react/incompatible-library -- its answer is used here alone
  const rows = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => {
      const item = items[index]
      return item === undefined ? 0 : rowHeight(item)
    },
    getItemKey: (index) => {
      const item = items[index]
      return item === undefined ? index : itemKey(item, index)
    },
    overscan: 6,
  })
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, also when no row has a button
    <section ref={scroller} className={styles['scroller']} tabIndex={0} aria-label={label}>
      <ul className="relative" style={{ height: rows.getTotalSize() }} aria-label={label}>
        {rows.getVirtualItems().map(({ index, start, size, key }) => {
          const item = items[index]
          return item === undefined ? null : (
            <li
              className="absolute top-0 left-0 full-width"
              key={key}
              aria-posinset={index + 1}
              aria-setsize={items.length}
              style={{ height: size, transform: `translateY(${start}px)` }}
            >
              {render(item)}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
