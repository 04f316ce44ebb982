import type { KeyboardEvent } from 'react'
import type { FileGridHandle } from './grid/file-grid.tsx'
import type { FileView } from './file-view.ts'
import type { Selection } from '../selection/selection.ts'

interface FileKeys<Item> {
  view: FileView
  count: number
  grid: FileGridHandle | null
  selection: Selection<Item>
  onPreview: (index: number) => void
  onOpen: (index: number) => void
  onMenu: (index: number | null) => void
}

export function handleFileKey<Item>(event: KeyboardEvent, keys: FileKeys<Item>): boolean {
  const { grid, count, selection, view } = keys
  const { key, shiftKey } = event
  const withControl = event.ctrlKey || event.metaKey
  const index = selection.current
  if (event.altKey) return false
  const step = stepOf(
    key,
    view === 'table' ? null : (grid?.columns ?? 1),
    (grid?.rows ?? 1) * (grid?.columns ?? 1),
    count,
  )
  if (step !== undefined && count > 0) {
    const to = index === null ? (step === count ? count - 1 : 0) : Math.min(count - 1, Math.max(0, index + step))
    if (shiftKey) selection.pick(to, { range: true })
    else if (withControl) selection.goTo(to)
    else selection.pick(to)
    grid?.reveal(to)
  } else if (key === ' ' && withControl) {
    if (index !== null) selection.toggle(index)
  } else if (key === ' ') {
    if (index !== null) keys.onPreview(index)
  } else if (key === 'Enter' && !withControl) {
    if (index !== null) keys.onOpen(index)
  } else if (key === 'a' && withControl) selection.all()
  else if (key === 'Escape') selection.clear()
  else if (key === 'ContextMenu' || (key === 'F10' && shiftKey)) keys.onMenu(index)
  else return false
  return true
}

function stepOf(key: string, columns: number | null, page: number, count: number): number | undefined {
  const across = columns === null ? {} : { ArrowLeft: -1, ArrowRight: 1 }
  const steps: Record<string, number> = {
    ...across,
    ArrowUp: -(columns ?? 1),
    ArrowDown: columns ?? 1,
    Home: -count,
    End: count,
    PageUp: -page,
    PageDown: page,
  }
  return steps[key]
}
