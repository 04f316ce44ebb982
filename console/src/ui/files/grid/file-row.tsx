/* eslint-disable jsx-a11y/prefer-tag-over-role -- rows that lie anywhere in a high element are no rows of a <table> */
import CaretDownOutlined from '@ant-design/icons/es/icons/CaretDownOutlined'
import CaretUpOutlined from '@ant-design/icons/es/icons/CaretUpOutlined'
import { type ComponentProps, memo, type ReactNode } from 'react'
import { useText } from '#lib/i18n.ts'
import type { TableSort } from '../../table/column.ts'
import styles from './file-row.module.css'
import type { GridCellProps } from './grid-cell.tsx'
import { RenameField } from '../../form/rename-field.tsx'
import { text } from '../../text.ts'

export interface FileColumn<Item> {
  key: string
  title: string
  /** A CSS width, equal in all rows. */
  width: string
  cell: (item: Item) => ReactNode
  numeric?: boolean
  sort?: string
  from?: number
}

/** The heights of a row and of the header, in pixels. */
export const fileRowHeight = 40
export const fileHeadHeight = 36

export function columnsFor<Item>(columns: readonly FileColumn<Item>[], width: number): readonly FileColumn<Item>[] {
  return columns.filter(({ from = 0 }) => width >= from)
}

/** The `grid-template-columns` of the table, with the checkbox first. */
export const templateOf = (columns: readonly FileColumn<never>[]) =>
  ['40px', ...columns.map(({ width }) => width)].join(' ')

interface FileRowProps<Item> extends Omit<GridCellProps<Item>, 'contentOf' | 'view' | 'count'> {
  columns: readonly FileColumn<Item>[]
  nameOf: (item: Item) => string
}

function Row<Item>({ id, item, index, columns, selected, onRename, nameOf, ...props }: FileRowProps<Item>) {
  const t = useText(text)
  return (
    <div
      id={id}
      role="row"
      aria-selected={selected}
      aria-rowindex={index + 2}
      className={`${styles['row']} grid align-center full-height border-bottom font-13 cursor-default no-select hover-ground-quaternary`}
      data-place={index}
      data-current={props.current}
      data-over={props.over}
      data-leaving={props.isLeaving}
      draggable={props.draggable}
    >
      <span
        role="gridcell"
        aria-label={t('selectRow', { name: nameOf(item) })}
        className={`${styles['box']} centered cursor-pointer`}
        data-check
      >
        <i className="centered height-16 radius-4 width-16" aria-hidden data-on={selected} />
      </span>
      {columns.map((column, index) => (
        <Cell key={column.key} role="gridcell" numeric={column.numeric}>
          {index === 0 && onRename !== null ? <RenameField name={nameOf(item)} onDone={onRename} /> : column.cell(item)}
        </Cell>
      ))}
    </div>
  )
}

export const FileRow = memo(Row) as typeof Row

function Cell({ numeric = false, ...props }: ComponentProps<'span'> & { numeric?: boolean | undefined }) {
  const alignment = numeric ? `${styles['numeric']} tabular text-right` : ''
  return <span {...props} className={`ellipsis min-width-0 padding-0-10 ${alignment}`} />
}

export function BlankRow({ columns, index }: { columns: readonly FileColumn<never>[]; index: number }) {
  const t = useText(text)
  return (
    <div
      role="row"
      className={`${styles['row']} grid align-center full-height border-bottom font-13 cursor-default no-select hover-ground-quaternary`}
      aria-rowindex={index + 2}
    >
      <span role="gridcell" className={`${styles['box']} centered cursor-pointer`} aria-label={t('loading')} />
      {columns.map(({ key }, index) => (
        <span key={key} role="gridcell" aria-label={t('loading')} className="ellipsis min-width-0 padding-0-10">
          <i className="block height-10 radius-4 ground-tertiary" style={{ width: index === 0 ? '52%' : '60%' }} />
        </span>
      ))}
    </div>
  )
}

interface FileHeadProps {
  columns: readonly FileColumn<never>[]
  sort: TableSort
  selectionState: 'all' | 'some' | 'none'
  onAll: () => void
}

export function FileHead({ columns, sort, selectionState, onAll }: FileHeadProps) {
  const t = useText(text)
  const descending = sort.value?.startsWith('-') === true
  const by = descending ? sort.value?.slice(1) : sort.value
  return (
    <div
      role="row"
      aria-rowindex={1}
      className={`${styles['head']} faint grid align-center border-bottom cursor-default no-select sticky height-36 ground-page weight-500`}
    >
      <span role="columnheader" className={`${styles['box']} centered cursor-pointer`}>
        <input
          className="height-16 margin-0 accent-primary cursor-pointer"
          style={{ width: 16 }}
          type="checkbox"
          tabIndex={-1}
          aria-label={t('selectListed')}
          checked={selectionState === 'all'}
          ref={(box) => {
            if (box !== null) box.indeterminate = selectionState === 'some'
          }}
          onChange={onAll}
        />
      </span>
      {columns.map((column) => {
        const on = column.sort !== undefined && column.sort === by
        const usual = column.sort ?? ''
        return (
          <Cell
            key={column.key}
            role="columnheader"
            aria-sort={on ? (descending ? 'descending' : 'ascending') : undefined}
            numeric={column.numeric}
          >
            {column.sort === undefined ? (
              column.title
            ) : (
              <button
                className="quiet-button inline-row gap-4 max-full-width height-28 padding-0-6 radius-6 hover-text-ink"
                type="button"
                tabIndex={-1}
                data-on={on}
                title={t('sortBy', { column: column.title })}
                onClick={() => sort.onSort(on && !descending ? `-${usual}` : usual)}
              >
                {column.title}
                {on && descending ? <CaretDownOutlined aria-hidden /> : <CaretUpOutlined aria-hidden />}
              </button>
            )}
          </Cell>
        )
      })}
    </div>
  )
}
