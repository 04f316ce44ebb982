import CheckOutlined from '@ant-design/icons/es/icons/CheckOutlined'
import FileOutlined from '@ant-design/icons/es/icons/FileOutlined'
import WarningOutlined from '@ant-design/icons/es/icons/WarningOutlined'
import { memo, type ReactNode, useState } from 'react'
import { visibleName } from '#lib/visible-name.ts'
import type { FileView } from '../file-view.ts'
import styles from './grid-cell.module.css'
import { RenameField } from '../../form/rename-field.tsx'
import { useText } from '#lib/i18n.ts'
import { text } from '../../text.ts'

export interface CellContent {
  name: string
  path: string
  caption: ReactNode
  state?: ReactNode
  picture: string | null
  icon?: ReactNode
  aspect?: number | undefined
  problem?: string | undefined
  mark?: ReactNode
  /** 0 to 100; null without a score. */
  score?: number | null
}

export interface GridCellProps<Item> {
  id: string
  item: Item
  index: number
  count: number
  /** Its identity must change only with the content. */
  contentOf: (item: Item, view: FileView) => CellContent
  view: FileView
  selected: boolean
  current: boolean
  draggable: boolean
  over: boolean
  isLeaving: boolean
  onRename: ((name: string | null) => void) | null
}

export interface CellSize {
  cellWidth: number
  frame: { width: number; height: number }
  aspect: number
  /** The row height follows the usual aspect, so that pictures fill it. */
  isFitted: boolean
}

export const cellSizes: Readonly<Record<Exclude<FileView, 'table'>, CellSize>> = {
  small: { cellWidth: 148, frame: { width: 14, height: 51 }, aspect: 1, isFitted: true },
  large: { cellWidth: 250, frame: { width: 14, height: 51 }, aspect: 1.25, isFitted: true },
  gallery: { cellWidth: 380, frame: { width: 10, height: 33 }, aspect: 1.4, isFitted: true },
}

/** Removing `src` cancels the request of a picture that was scrolled past. */
const abortLoading = (picture: HTMLImageElement) => () => picture.removeAttribute('src')

function Cell<Item>(props: GridCellProps<Item>) {
  const { id, item, index, count, contentOf, view, selected, current, onRename } = props
  const { name, path, caption, state, picture, icon, problem, mark, score = null } = contentOf(item, view)
  const [failed, setFailed] = useState<string | null>(null)
  const hasState = state !== undefined && state !== null
  return (
    <div
      id={id}
      // eslint-disable-next-line jsx-a11y/prefer-tag-over-role -- an <option> cannot hold a picture
      role="option"
      aria-selected={selected}
      aria-setsize={count}
      aria-posinset={index + 1}
      aria-label={view === 'gallery' && !hasState ? name : undefined}
      className={`${styles['cell']} stack full radius-10 ground-none text-left cursor-default no-select hover-ground-tertiary`}
      data-place={index}
      data-view={view}
      data-current={current}
      data-over={props.over}
      data-leaving={props.isLeaving}
      draggable={props.draggable}
      title={path}
    >
      <span
        className={`${styles['picture']} row relative grow justify-center min-height-0 radius-6 ground-tertiary text-quaternary font-32 clip`}
        data-filled={picture !== null && picture !== failed}
      >
        {picture !== null && picture !== failed ? (
          <img
            className="full absolute inset-0 object-contain"
            ref={abortLoading}
            src={picture}
            alt=""
            decoding="async"
            draggable={false}
            onError={() => setFailed(picture)}
          />
        ) : problem === undefined ? (
          (icon ?? <FileOutlined aria-hidden />)
        ) : (
          <span className="row column gap-6" style={{ padding: 8 }}>
            <WarningOutlined aria-hidden />
            <small className="hint text-center">{problem}</small>
          </span>
        )}
        {mark}
        {score !== null && <ScoreBadge score={score} />}
        <span
          className={`${styles['check']} hint absolute top-6 left-6 hidden place-center border-strong round ground-raised cursor-pointer`}
          data-check
          aria-hidden
        >
          <CheckOutlined />
        </span>
      </span>
      {onRename !== null ? (
        <RenameField name={name} onDone={onRename} />
      ) : (
        <span className="ellipsis margin-top-4 font-13 line-height-18" style={{ minHeight: 18 }}>
          {visibleName(name)}
        </span>
      )}
      {(view !== 'gallery' || hasState) && (
        <span className={`${styles['caption']} ellipsis hint tabular`}>
          {state}
          {view !== 'gallery' && caption}
        </span>
      )}
    </div>
  )
}

export const GridCell = memo(Cell) as typeof Cell

export function BlankCell({ view }: { view: FileView }) {
  return (
    <div
      className={`${styles['cell']} stack full radius-10 ground-none text-left cursor-default no-select hover-ground-tertiary`}
      data-view={view}
      data-blank
      aria-hidden
    >
      <span
        className={`${styles['picture']} row relative grow justify-center min-height-0 radius-6 ground-tertiary text-quaternary font-32 clip`}
      />
      <span className="ellipsis margin-top-4 font-13 line-height-18" style={{ minHeight: 18 }} />
      {view !== 'gallery' && <span className={`${styles['caption']} ellipsis hint tabular`} />}
    </div>
  )
}

function ScoreBadge({ score }: { score: number }) {
  const t = useText(text)
  return (
    <span className="absolute top-6 right-6 padding-0-8 radius-10 ground-veil text-white font-12 tabular line-height-20">
      {t('score', { score: score.toFixed(1) })}
    </span>
  )
}
