import type { KeyboardEvent, MouseEvent, RefObject } from 'react'
import type { FileBodyProps } from './file-body.tsx'
import { takeFileClick } from './file-click.ts'
import { takeFileKey } from './file-keys.ts'
import type { FileGridHandle } from './grid/file-grid.tsx'
import { useFileDrag } from './use-file-drag.ts'
import { useFileMenu } from './use-file-menu.ts'
import { useFilePreview } from './use-file-preview.ts'

/** What keyboard and pointer do with the files: select, open, preview and drag them, and open their menu. */
export function useFileGestures<Item>(
  props: FileBodyProps<Item>,
  grid: RefObject<FileGridHandle | null>,
  standIn: RefObject<HTMLElement | null>,
) {
  const { list, selection, view, previewFrom = 0 } = props
  const preview = useFilePreview(list, previewFrom)
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
    if (isOwn && (props.onKey?.(event) === true || takeFileKey(event, { ...keys, onMenu: menu.openByKey })))
      event.preventDefault()
  }
  const onClick = (event: MouseEvent, index: number | null) => {
    if (index !== null) takeFileClick(event, index, { grid: grid.current, selection, onOpen: open })
  }
  return { preview, menu, ...dragging, onKeyDown, onClick, onDoubleClick: open, onMenu: menu.onContextMenu }
}
