import { type ReactNode, useRef } from 'react'
import { useText } from '#lib/i18n.ts'
import type { TableSort } from '../table/column.ts'
import { ContextMenu } from '../menu/context-menu.tsx'
import { FileGrid, type FileGridHandle } from './grid/file-grid.tsx'
import styles from './file-body.module.css'
import { FilePreview, type Preview } from './file-preview.tsx'
import { FileStandIn } from './file-stand-in.tsx'
import { FileTools, type FileToolsProps } from './file-tools.tsx'
import type { FileColumn } from './grid/file-row.tsx'
import type { FileView } from './file-view.ts'
import type { CellContent } from './grid/grid-cell.tsx'
import { useRetainedFocus } from '../keyboard/retain-focus.ts'
import { PartialStrip } from '../feedback/states.tsx'
import { text } from '../text.ts'
import { type FileGestureProps, useFileGestures } from './use-file-gestures.ts'

export interface FileBodyProps<Item> extends FileToolsProps<Item>, FileGestureProps<Item> {
  where?: ReactNode
  label: string
  /** The identity of the list, which the scroll position and selection belong to. */
  scope: string
  itemKey: (item: Item) => string
  nameOf: (item: Item) => string
  cell: (item: Item, view: FileView) => CellContent
  columns?: readonly FileColumn<Item>[]
  sort?: TableSort
  preview: (item: Item) => Preview
  factsOpen?: boolean
  isLeaving?: (item: Item) => boolean
  renaming?: { key: string; onDone: (name: string | null) => void } | null
  loading: boolean
  problem: unknown
  onRetry: () => void
  empty: ReactNode
}

export function FileBody<Item>(props: FileBodyProps<Item>) {
  const t = useText(text)
  const { list, selection, previewFrom = 0 } = props
  const grid = useRef<FileGridHandle>(null)
  const standIn = useRef<HTMLElement>(null)
  const focus = () => (grid.current ?? standIn.current)?.focus()
  const { preview, menu, ...handlers } = useFileGestures(props, grid, standIn)
  const failed = props.problem !== null && list.count === 0
  const instead = failed ? 'problem' : props.loading ? 'bones' : list.count === 0 ? 'empty' : null
  const renaming = useRenaming(props.renaming ?? null, focus)
  const holding = useRetainedFocus(instead ?? 'files', focus)
  return (
    <>
      <FileTools<Item>
        {...props}
        onClear={() => {
          selection.clear()
          focus()
        }}
      />
      {props.where}
      {props.problem !== null && !failed && <PartialStrip problem={props.problem} onRetry={props.onRetry} />}
      <div className={styles['files']} {...holding}>
        {instead === null ? (
          <FileGrid<Item>
            {...props}
            handle={grid}
            columns={props.columns ?? []}
            sort={props.sort ?? { value: undefined, onSort: () => undefined }}
            isLeaving={props.isLeaving ?? never}
            renaming={renaming}
            draggable={props.drag !== undefined}
            {...handlers}
          />
        ) : (
          <FileStandIn
            {...props}
            ref={standIn}
            kind={instead}
            onKeyDown={handlers.onKeyDown}
            onContextMenu={(event) => handlers.onMenu(event, null)}
          />
        )}
      </div>
      {menu.at !== null && (
        <ContextMenu
          at={menu.at}
          label={t('actions')}
          actions={props.menu ?? []}
          onClose={() => {
            menu.close()
            focus()
          }}
        />
      )}
      <FilePreview<Item>
        {...preview.shown}
        itemKey={props.itemKey}
        preview={props.preview}
        factsOpen={props.factsOpen ?? false}
        onShow={(next) => {
          preview.display(next)
          if (next === null) return focus()
          selection.pick(next.index + previewFrom)
          grid.current?.reveal(next.index + previewFrom)
        }}
      />
    </>
  )
}

const never = () => false

function useRenaming(renaming: NonNullable<FileBodyProps<never>['renaming']> | null, focus: () => void) {
  if (renaming === null) return null
  return {
    key: renaming.key,
    onDone(name: string | null) {
      renaming.onDone(name)
      requestAnimationFrame(focus)
    },
  }
}
