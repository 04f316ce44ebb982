import { type RefObject, useLayoutEffect, useRef } from 'react'
import type { IndexedList } from '../../windowing/indexed-list.ts'
import { useScrollRestoration } from '../../windowing/scroll-restoration.ts'
import { useViewport } from '../../windowing/use-viewport.ts'
import type { GridLayout } from './grid-layout.ts'

interface GridWindowNeeds<Item> {
  scroller: RefObject<HTMLElement | null>
  list: IndexedList<Item>
  itemKey: (item: Item) => string
  scope: string
  layout: GridLayout
}

export function useGridWindow<Item>({ scroller, list, itemKey, scope, layout }: GridWindowNeeds<Item>) {
  const { columns, rows, rowHeight, width } = layout
  const viewport = useViewport({ scroller, view: layout.height, rows, rowHeight })
  const { first, last } = viewport
  const firstSeen = () => Math.floor(viewport.top() / rowHeight) * columns
  const keep = useScrollRestoration({
    scope,
    ready: rows > 0,
    layout: `${columns} ${rowHeight}`,
    first: firstSeen,
    goTo: (index) => viewport.goTo(Math.floor(index / columns) * rowHeight),
  })
  useLayoutEffect(() => {
    if (width > 0) list.want(first * columns, Math.max(first, last + 1) * columns - 1)
    keep.current()
  }, [list, first, last, columns, width, keep])
  useStill({
    list,
    itemKey,
    scope,
    columns,
    firstSeen,
    moveBy: (by) => viewport.goTo(viewport.top() + by * rowHeight),
  })
  return { ...viewport, firstSeen }
}

interface StillNeeds<Item> {
  list: IndexedList<Item>
  itemKey: (item: Item) => string
  scope: string
  columns: number
  firstSeen: () => number
  moveBy: (rows: number) => void
}

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
