import FileOutlined from '@ant-design/icons/es/icons/FileOutlined'
import WarningOutlined from '@ant-design/icons/es/icons/WarningOutlined'
import type { ReactNode } from 'react'
import type { FileView } from './file-view.ts'
import styles from './grid-cell.module.css'

/** What a cell shows of a file. */
export interface CellContent {
  name: string
  /** The whole path, as tooltip. */
  path: string
  caption: ReactNode
  /** Address of a picture; null where there is none. */
  picture: string | null
  /** Why there is no picture, where something is wrong. */
  problem?: string | undefined
  /** Stands in the picture's corner. */
  mark?: ReactNode
}

interface GridCellProps {
  id: string
  content: CellContent
  view: FileView
  selected: boolean
  focusable: boolean
  onPick: (how: { range: boolean; toggle: boolean }) => void
  onOpen: () => void
}

/** Sizes of a cell by view: its least width, and its height beyond that of a square. */
export const cellSizes: Readonly<Record<FileView, { cellWidth: number; extraHeight: number }>> = {
  small: { cellWidth: 148, extraHeight: 42 },
  large: { cellWidth: 250, extraHeight: 0 },
  gallery: { cellWidth: 380, extraHeight: -110 },
}

/** One file in a grid of files. */
export function GridCell({ id, content, view, selected, focusable, onPick, onOpen }: GridCellProps) {
  const { name, path, caption, picture, problem, mark } = content
  return (
    <button
      type="button"
      id={id}
      // eslint-disable-next-line jsx-a11y/prefer-tag-over-role -- an <option> cannot hold a picture
      role="option"
      aria-selected={selected}
      aria-label={view === 'gallery' ? name : undefined}
      tabIndex={focusable ? 0 : -1}
      className={styles['cell']}
      data-view={view}
      title={path}
      onClick={(event) => onPick({ range: event.shiftKey, toggle: event.ctrlKey || event.metaKey })}
      onDoubleClick={onOpen}
    >
      <span className={styles['picture']}>
        {picture !== null ? (
          <img src={picture} alt="" loading="lazy" decoding="async" draggable={false} />
        ) : problem === undefined ? (
          <FileOutlined aria-hidden />
        ) : (
          <span className={styles['problem']}>
            <WarningOutlined aria-hidden />
            <small>{problem}</small>
          </span>
        )}
        {mark}
      </span>
      {view !== 'gallery' && (
        <>
          <span className={styles['name']}>{name}</span>
          <span className={styles['caption']}>{caption}</span>
        </>
      )}
    </button>
  )
}
