import AppstoreOutlined from '@ant-design/icons/es/icons/AppstoreOutlined'
import BarsOutlined from '@ant-design/icons/es/icons/BarsOutlined'
import BorderOutlined from '@ant-design/icons/es/icons/BorderOutlined'
import PictureOutlined from '@ant-design/icons/es/icons/PictureOutlined'
import Segmented from 'antd/es/segmented'
import { type DragEvent, type KeyboardEvent, type MouseEvent, type ReactNode, useRef, useState } from 'react'
import { useText } from '#lib/i18n.ts'
import type { TableSort } from '../table/column.ts'
import { ContextMenu } from '../menu/context-menu.tsx'
import { FileGrid, type FileGridHandle } from './grid/file-grid.tsx'
import { takeFileKey } from './file-keys.ts'
import styles from './file-body.module.css'
import { FilePreview, type Preview, type PreviewContent } from './file-preview.tsx'
import type { FileColumn } from './grid/file-row.tsx'
import type { FileView } from './file-view.ts'
import type { CellContent } from './grid/grid-cell.tsx'
import { useHeldFocus } from '../keyboard/retain-focus.ts'
import type { MenuAction } from '../menu/menu-panel.tsx'
import { FilterRow } from '../page/page.tsx'
import type { IndexedList } from '../windowing/indexed-list.ts'
import type { Selection } from '../selection/selection.ts'
import { type FileAction, SelectionBar } from './selection-bar.tsx'
import { Bone, PartialStrip, ProblemState } from '../feedback/states.tsx'
import { text } from '../text.ts'

export interface FileBodyProps<Item> {
  /** What narrows the files. */
  filters: ReactNode
  /** Between the filters and the files: where the shown folder lies. */
  where?: ReactNode
  views: readonly FileView[]
  view: FileView
  onView: (view: FileView) => void
  label: string
  /** What is listed, in which order, for the place in it and the selection. */
  scope: string
  list: IndexedList<Item>
  /** How many there are in all, placed or not. */
  total: number
  itemKey: (item: Item) => string
  nameOf: (item: Item) => string
  cell: (item: Item, view: FileView) => CellContent
  /** Of the table view. */
  columns?: readonly FileColumn<Item>[]
  sort?: TableSort
  preview: (item: Item) => Preview
  /** Those before this place have no preview. */
  previewFrom?: number
  /** Enter and a double click; false where the preview is to open. */
  onOpen?: (item: Item) => boolean
  selection: Selection<Item>
  /** How much is selected, where that is known. */
  selectedNote?: string | undefined
  fileActions: readonly FileAction[]
  /** Of the menu that the right button opens, for what is selected. */
  menu?: readonly MenuAction[]
  isLeaving?: (item: Item) => boolean
  renaming?: { key: string; onDone: (name: string | null) => void } | null
  /** Files that are dragged, and where they may be dropped. */
  drag?: FileDrag<Item>
  /** Keys of the page's own. */
  onKey?: (event: KeyboardEvent) => boolean
  /** Nothing of them is known yet. */
  loading: boolean
  problem: unknown
  onRetry: () => void
  /** What the page says when there is nothing. */
  empty: ReactNode
}

export interface FileDrag<Item> {
  onStart: (transfer: DataTransfer) => void
  onEnd: () => void
  /** Whether what is dragged would be taken there. */
  takes: (event: DragEvent, item: Item) => boolean
  onDrop: (event: DragEvent, item: Item) => void
}

/** Files with their views, one way to select (click, Shift, Ctrl, a rectangle, Ctrl+A), and Space for a preview. */
// oxlint-disable-next-line max-lines-per-function -- one view, whose parts share what it reads and what was done in it
export function FileBody<Item>(props: FileBodyProps<Item>) {
  const t = useText(text)
  const { list, selection, view, previewFrom = 0, drag } = props
  const [displayed, setShown] = useState<PreviewContent<Item> | null>(null)
  const [menu, setMenu] = useState<{ x: number; y: number } | null>(null)
  const [over, setOver] = useState<number | null>(null)
  const grid = useRef<FileGridHandle>(null)
  const stand = useRef<HTMLElement>(null)
  const focus = () => (grid.current ?? stand.current)?.focus()

  const show = (index: number) => {
    const item = list.at(index)
    if (item !== undefined && index >= previewFrom) setShown({ item, index: index - previewFrom })
  }
  const open = (index: number) => {
    const item = list.at(index)
    if (item !== undefined && props.onOpen?.(item) !== true) show(index)
  }
  const openMenu = (index: number | null, at?: { x: number; y: number }) => {
    const item = index === null ? undefined : list.at(index)
    if (index !== null && item !== undefined && !selection.has(item)) selection.pick(index)
    else if (index === null) selection.clear()
    const box = (index === null ? undefined : grid.current?.boxOf(index)) ?? stand.current?.getBoundingClientRect()
    setMenu(at ?? { x: (box?.left ?? 40) + 24, y: (box?.top ?? 120) + 24 })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const isOwn = (event.target as Element).closest('button, input') === null
    const keys = { view, count: list.count, grid: grid.current, selection, onPreview: show, onOpen: open }
    const onMenu = (index: number | null) => props.menu !== undefined && openMenu(index)
    if (isOwn && (props.onKey?.(event) === true || takeFileKey(event, { ...keys, onMenu }))) event.preventDefault()
  }
  const onClick = (event: MouseEvent, index: number | null) => {
    if (index === null) return
    const target = event.target as Element
    if (target.closest('a, input, button') !== null) return
    grid.current?.focus()
    const isTouch = (event.nativeEvent as PointerEvent).pointerType === 'touch'
    const toggles = event.ctrlKey || event.metaKey || target.closest('[data-check]') !== null
    if (isTouch && !toggles && selection.count === 0) return open(index)
    selection.pick(index, { range: event.shiftKey, add: toggles || isTouch })
  }
  const onMenu = (event: MouseEvent, index: number | null) => {
    if (props.menu === undefined || (event.target as Element).closest('input') !== null) return
    event.preventDefault()
    // A key of the keyboard has opened it already.
    if (event.button === 2 || menu === null)
      openMenu(
        index ?? (event.button === 2 ? null : selection.current),
        event.button === 2 ? { x: event.clientX, y: event.clientY } : undefined,
      )
  }
  const onDrag = (event: DragEvent, index: number | null) => {
    const item = index === null ? undefined : list.at(index)
    if (event.type === 'dragstart') drag?.onStart(event.dataTransfer)
    else if (event.type === 'dragover' && item !== undefined && drag?.takes(event, item) === true) {
      event.preventDefault()
      event.stopPropagation()
      setOver(index)
    } else if (event.type === 'drop' && item !== undefined && drag?.takes(event, item) === true) {
      event.preventDefault()
      event.stopPropagation()
      drag.onDrop(event, item)
      setOver(null)
    } else {
      setOver(null)
      if (event.type === 'dragend') drag?.onEnd()
    }
  }
  const { renaming: requestedRename = null } = props
  const renaming = requestedRename && {
    key: requestedRename.key,
    onDone(name: string | null) {
      requestedRename.onDone(name)
      // The field goes, and with it the focus.
      requestAnimationFrame(focus)
    },
  }
  const closeMenu = () => {
    setMenu(null)
    focus()
  }
  const failed = props.problem !== null && list.count === 0
  const instead = failed ? 'problem' : props.loading ? 'bones' : list.count === 0 ? 'empty' : null
  const holding = useHeldFocus(instead ?? 'files', focus)
  return (
    <>
      <div className={styles['tools']}>
        <div className={styles['left']}>
          <div inert={selection.count > 0}>
            <FilterRow>{props.filters}</FilterRow>
          </div>
          {selection.count > 0 && (
            <SelectionBar
              count={selection.count}
              note={props.selectedNote}
              total={props.total}
              actions={props.fileActions}
              onAll={selection.all}
              onClear={() => {
                selection.clear()
                focus()
              }}
            />
          )}
        </div>
        <ViewSwitch views={props.views} view={view} onView={props.onView} />
      </div>
      {props.where}
      {props.problem !== null && !failed && <PartialStrip problem={props.problem} onRetry={props.onRetry} />}
      <div className={styles['files']} {...holding}>
        {instead === null ? (
          <FileGrid<Item>
            handle={grid}
            list={list}
            itemKey={props.itemKey}
            nameOf={props.nameOf}
            view={view}
            label={props.label}
            scope={props.scope}
            cell={props.cell}
            columns={props.columns ?? []}
            sort={props.sort ?? { value: undefined, onSort: () => undefined }}
            selection={selection}
            isLeaving={props.isLeaving ?? never}
            renaming={renaming}
            over={over}
            draggable={drag !== undefined}
            onKeyDown={onKeyDown}
            onClick={onClick}
            onDoubleClick={open}
            onMenu={onMenu}
            onDrag={onDrag}
          />
        ) : (
          // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it takes the keys and the menu of the files that are not there
          <section
            ref={stand}
            // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- as above
            tabIndex={0}
            className={styles['stand']}
            aria-label={props.label}
            aria-busy={instead === 'bones'}
            onKeyDown={onKeyDown}
            onContextMenu={(event) => onMenu(event, null)}
          >
            {instead === 'problem' && <ProblemState problem={props.problem} onRetry={props.onRetry} />}
            {instead === 'bones' && <BoneCells view={view} />}
            {instead === 'empty' && props.empty}
          </section>
        )}
      </div>
      {menu !== null && <ContextMenu at={menu} label={t('actions')} actions={props.menu ?? []} onClose={closeMenu} />}
      <FilePreview<Item>
        displayed={displayed}
        total={Math.max(0, list.count - previewFrom)}
        itemKey={props.itemKey}
        preview={props.preview}
        at={(index) => list.at(index + previewFrom) ?? broughtAt(list, index + previewFrom)}
        onShow={(next) => {
          setShown(next)
          if (next === null) return focus()
          selection.pick(next.index + previewFrom)
          grid.current?.reveal(next.index + previewFrom)
        }}
      />
    </>
  )
}

const never = () => false

const broughtAt = async <Item,>(list: IndexedList<Item>, index: number) => (await list.bring(index, index))[0]

function BoneCells({ view }: { view: FileView }) {
  return (
    <div className={styles['bones']} data-view={view}>
      {Array.from({ length: view === 'table' ? 10 : 12 }, (_, index) => (
        <Bone key={index} height={view === 'table' ? 28 : 150} />
      ))}
    </div>
  )
}

const viewIcons = {
  table: ['tableView', BarsOutlined],
  small: ['smallIcons', AppstoreOutlined],
  large: ['largeIcons', BorderOutlined],
  gallery: ['galleryView', PictureOutlined],
} as const

function ViewSwitch({ views, view, onView }: Pick<FileBodyProps<never>, 'views' | 'view' | 'onView'>) {
  const t = useText(text)
  return (
    <Segmented<FileView>
      value={view}
      onChange={onView}
      options={views.map((value) => {
        const [words, Icon] = viewIcons[value]
        return { value, icon: <Icon aria-label={t(words)} />, title: t(words) }
      })}
      aria-label={t('view')}
    />
  )
}
