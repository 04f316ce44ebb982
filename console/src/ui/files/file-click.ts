import type { MouseEvent } from 'react'
import type { Selection } from '../selection/selection.ts'
import type { FileGridHandle } from './grid/file-grid.tsx'

interface FileClicks<Item> {
  grid: FileGridHandle | null
  selection: Selection<Item>
  onOpen: (index: number) => void
  opensByClick?: boolean | undefined
}

export function handleFileClick<Item>(event: MouseEvent, index: number, clicks: FileClicks<Item>) {
  const { grid, selection, onOpen, opensByClick = false } = clicks
  const target = event.target as Element
  if (target.closest('a, input, button') !== null) return
  grid?.focus()
  const isTouch = (event.nativeEvent as PointerEvent).pointerType === 'touch'
  const toggles = event.ctrlKey || event.metaKey || target.closest('[data-check]') !== null
  const isPlain = !toggles && !event.shiftKey && selection.count === 0
  if (isPlain && (isTouch || opensByClick)) {
    selection.goTo(index)
    return onOpen(index)
  }
  selection.pick(index, { range: event.shiftKey, add: toggles || isTouch })
}
