import { type MouseEvent, useState } from 'react'
import type { Selection } from '../selection/selection.ts'
import type { IndexedList } from '../windowing/indexed-list.ts'

interface FileMenuNeeds<Item> {
  list: IndexedList<Item>
  selection: Selection<Item>
  enabled: boolean
  boxOf: (index: number | null) => DOMRect | undefined
}

export function useFileMenu<Item>({ list, selection, enabled, boxOf }: FileMenuNeeds<Item>) {
  const [at, setAt] = useState<{ x: number; y: number } | null>(null)

  function open(index: number | null, point?: { x: number; y: number }): void {
    const item = index === null ? undefined : list.at(index)
    if (index !== null && item !== undefined && !selection.has(item)) selection.pick(index)
    else if (index === null) selection.clear()
    const box = boxOf(index)
    setAt(point ?? { x: (box?.left ?? 40) + 24, y: (box?.top ?? 120) + 24 })
  }

  return {
    at,
    close: () => setAt(null),
    openByKey: (index: number | null) => enabled && open(index),
    onContextMenu(event: MouseEvent, index: number | null): void {
      if (!enabled || (event.target as Element).closest('input') !== null) return
      event.preventDefault()
      if (event.button === 2) open(index, { x: event.clientX, y: event.clientY })
      // A context-menu key fires this event after its keydown, which has opened the menu already.
      else if (at === null) open(index ?? selection.current)
    },
  }
}
