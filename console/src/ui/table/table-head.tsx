import CaretDownOutlined from '@ant-design/icons/es/icons/CaretDownOutlined'
import CaretUpOutlined from '@ant-design/icons/es/icons/CaretUpOutlined'
import { useLayoutEffect, useRef } from 'react'
import { useText } from '#lib/i18n.ts'
import type { Column, TableChoice, TableSort } from './column.ts'
import { PlainSelect } from '../select/plain-select.tsx'
import { styles } from './table-styles.ts'
import { text } from '../text.ts'

interface TableHeadProps<Row> {
  columns: readonly Column<Row>[]
  rows: readonly Row[] | undefined
  rowKey: (row: Row) => string
  sort?: TableSort | undefined
  choice?: TableChoice<Row> | undefined
  classOf: (column: Column<Row>) => string
}

export function TableHead<Row>({ columns, rows = [], rowKey, sort, choice, classOf }: TableHeadProps<Row>) {
  const t = useText(text)
  const selectedCount = choice === undefined ? 0 : rows.filter((row) => choice.rows.has(rowKey(row))).length
  return (
    <thead>
      <tr data-sort={t('orderBy')}>
        {choice !== undefined && (
          <th scope="col" className={styles['box']}>
            <RowBox
              label={t('selectAll')}
              checked={selectedCount > 0 && selectedCount === rows.length}
              partly={selectedCount > 0 && selectedCount < rows.length}
              onChange={() => choice.onAll(selectedCount < rows.length)}
            />
          </th>
        )}
        {columns.map((column) => (
          <th
            key={column.key}
            scope="col"
            className={classOf(column)}
            style={{ width: column.width }}
            data-part={column.title === '' ? 'menu' : undefined}
            aria-label={column.title === '' ? t('actions') : undefined}
            aria-sort={directionOf(column, sort)}
            data-sortable={column.sort !== undefined && sort !== undefined}
          >
            {column.sort === undefined || sort === undefined ? (
              column.title
            ) : (
              <SortButton title={column.title} by={column.sort} sort={sort} />
            )}
          </th>
        ))}
        {sort?.columns !== undefined && <SortSelect columns={sort.columns} sort={sort} />}
      </tr>
    </thead>
  )
}

export const opposite = (sort: string) => (sort.startsWith('-') ? sort.slice(1) : `-${sort}`)

export function directionOf(
  { sort: by }: Column<never>,
  sort: TableSort | undefined,
): 'ascending' | 'descending' | undefined {
  if (by === undefined || sort?.value === undefined) return undefined
  if (sort.value !== by && sort.value !== opposite(by)) return undefined
  return sort.value.startsWith('-') ? 'descending' : 'ascending'
}

function SortButton({ title, by, sort }: { title: string; by: string; sort: TableSort }) {
  const t = useText(text)
  const next = sort.value === by ? opposite(by) : sort.value === opposite(by) ? undefined : by
  const on = sort.value === by || sort.value === opposite(by)
  return (
    <button
      type="button"
      className={styles['sort']}
      data-on={on}
      title={t('sortBy', { column: title })}
      onClick={() => sort.onSort(next)}
    >
      {title}
      {(sort.value ?? by).startsWith('-') === on ? <CaretDownOutlined aria-hidden /> : <CaretUpOutlined aria-hidden />}
    </button>
  )
}

function SortSelect({ columns, sort }: { columns: NonNullable<TableSort['columns']>; sort: TableSort }) {
  const t = useText(text)
  const options = columns.flatMap(({ title, sort: by }) =>
    by === undefined ? [] : [by, opposite(by)].map((value) => ({ value, title })),
  )
  return (
    <td className={styles['order']}>
      <PlainSelect
        bare
        aria-label={t('orderBy')}
        value={sort.value}
        onChange={({ target }) => sort.onSort(target.value)}
      >
        {options.map(({ value, title }) => (
          <option
            className="ground-raised"
            key={value}
            value={value}
          >{`${title} ${value.startsWith('-') ? '↓' : '↑'}`}</option>
        ))}
      </PlainSelect>
    </td>
  )
}

interface RowBoxProps {
  label: string
  checked: boolean
  partly?: boolean
  onChange: (range: boolean) => void
}

export function RowBox({ label, checked, partly = false, onChange }: RowBoxProps) {
  const box = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => {
    if (box.current !== null) box.current.indeterminate = partly
  }, [partly])
  return (
    <label>
      <input
        ref={box}
        type="checkbox"
        aria-label={label}
        checked={checked}
        onChange={({ nativeEvent }) => onChange('shiftKey' in nativeEvent && nativeEvent.shiftKey === true)}
      />
    </label>
  )
}
