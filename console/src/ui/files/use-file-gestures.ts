import type { KeyboardEvent, MouseEvent, RefObject } from 'react'
import type { MenuAction } from '../menu/menu-panel.tsx'
import type { Selection } from '../selection/selection.ts'
import type { IndexedList } from '../windowing/indexed-list.ts'
import { handleFileKey } from './file-keys.ts'
import type { FileGridHandle } from './grid/file-grid.tsx'
import type { FileView } from './file-view.ts'
import { type FileDrag, useFileDrag } from './use-file-drag.ts'
import { useFileMenu } from './use-file-menu.ts'
import { useFilePreview } from './use-file-preview.ts'

export interface FileGestureProps<Item> {
  list: IndexedList<Item>
  itemKey: (item: Item) => string
  view: FileView
  selection: Selection<Item>
  previewFrom?: number
  /** Enter and double click; returns false to open the preview. */
  onOpen?: (item: Item) => boolean
  opensByClick?: boolean
  menu?: readonly MenuAction[]
  drag?: FileDrag<Item>
  onKey?: (event: KeyboardEvent) => boolean
}

export function useFileGestures<Item>(
  props: FileGestureProps<Item>,
  grid: RefObject<FileGridHandle | null>,
  standIn: RefObject<HTMLElement | null>,
) {
  const { list, selection, view, previewFrom = 0 } = props
  const preview = useFilePreview(list, previewFrom, props.itemKey)
  const open = (index: number) => {
    const item = list.at(index)
    if (item !== undefined && props.onOpen?.(item) !== true) preview.show(index)
  }
  const menu = useFileMenu({
    list,
    selection,
    enabled: props.menu !== undefined,
    boxOf: (index) =>
      (index === null ? undefined : grid.current?.boxOf(index)) ?? standIn.current?.getBoundingClientRect(),
  })
  const dragging = useFileDrag(list, props.drag)
  const onKeyDown = (event: KeyboardEvent) => {
    const isOwn = (event.target as Element).closest('button, input') === null
    const keys = { view, count: list.count, grid: grid.current, selection, onPreview: preview.show, onOpen: open }
    if (isOwn && (props.onKey?.(event) === true || handleFileKey(event, { ...keys, onMenu: menu.openByKey })))
      event.preventDefault()
  }
  const onClick = (event: MouseEvent, index: number | null) => {
    if (index !== null)
      handleFileClick(event, index, { grid: grid.current, selection, onOpen: open, opensByClick: props.opensByClick })
  }
  return { preview, menu, ...dragging, onKeyDown, onClick, onDoubleClick: open, onMenu: menu.onContextMenu }
}

interface FileClicks<Item> {
  grid: FileGridHandle | null
  selection: Selection<Item>
  onOpen: (index: number) => void
  opensByClick?: boolean | undefined
}

function handleFileClick<Item>(event: MouseEvent, index: number, clicks: FileClicks<Item>) {
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
