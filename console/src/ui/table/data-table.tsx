import { type CSSProperties, Fragment, type ReactNode, useDeferredValue } from 'react'
import { useText } from '#lib/i18n.ts'
import type { Column, TableChoice, TableSort } from './column.ts'
import { styles } from './table-styles.ts'
import { directionOf, RowBox, TableHead } from './table-head.tsx'
import { Bone, ProblemState } from '../feedback/states.tsx'
import { text } from '../text.ts'

interface DataTableProps<Row> {
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[] | undefined
  rowKey: (row: Row) => string
  problem?: unknown
  failure?: string | undefined
  onRetry?: (() => void) | undefined
  empty: ReactNode
  onRow?: ((row: Row) => void) | undefined
  renderBelow?: ((row: Row) => ReactNode) | undefined
  sort?: TableSort | undefined
  choice?: TableChoice<Row> | undefined
  current?: string | undefined
  isOver?: ((row: Row) => boolean) | undefined
  removed?: ReadonlySet<string>
  scrolls?: boolean
}

/** The number of rows rendered at first, more than a usual window shows; the others follow in a second pass. */
const firstRows = 24
/** The assumed height of rows that are not rendered yet, so that a scroll position can be restored. */
const rowHeight = 64

export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, rows, rowKey, problem, failure, onRetry, empty, choice, scrolls = false } = props
  const isWhole = useDeferredValue(true, false)
  if (rows === undefined && problem !== undefined && problem !== null) {
    return <ProblemState problem={problem} failure={failure} onRetry={onRetry} />
  }
  if (rows?.length === 0) return empty
  return (
    <div
      className={styles['frame']}
      {...(scrolls ? { 'data-scrolls': true, 'data-scroll-restoration-id': 'list' } : {})}
    >
      <table className={styles['table']} aria-label={label} aria-busy={rows === undefined}>
        <TableHead {...props} classOf={classOf} />
        <tbody>
          {rows === undefined ? (
            <BoneRows columns={columns} choosable={choice !== undefined} />
          ) : (
            <>
              {(isWhole ? rows : rows.slice(0, firstRows)).map((row) => (
                <Fragment key={rowKey(row)}>
                  <BodyRow {...props} row={row} />
                  <RowBelow {...props} row={row} />
                </Fragment>
              ))}
              {!isWhole && rows.length > firstRows && (
                <tr aria-hidden style={{ height: (rows.length - firstRows) * rowHeight }} />
              )}
            </>
          )}
        </tbody>
      </table>
    </div>
  )
}

function classOf({ numeric, wide }: Pick<Column<never>, 'numeric' | 'wide'>): string {
  return [numeric === true && styles['numeric'], wide === true && styles['wide']].filter(Boolean).join(' ')
}

function BodyRow<Row>(props: DataTableProps<Row> & { row: Row }) {
  const { row, columns, rowKey, onRow, sort, choice, current, isOver, removed } = props
  const t = useText(text)
  const key = rowKey(row)
  const isGone = removed?.has(key) === true
  const isSelected = choice?.rows.has(key) === true
  return (
    <tr
      className={onRow === undefined ? undefined : styles['clickable']}
      aria-selected={choice === undefined ? undefined : isSelected}
      data-current={key === current || undefined}
      data-over={isOver?.(row) || undefined}
      data-gone={isGone || undefined}
      title={isGone ? t('rowGone') : undefined}
      onClick={(event) => {
        const inner = (event.target as Element).closest('a, button, input, label, [role="dialog"]')
        if (inner === null && event.currentTarget.contains(event.target as Node)) onRow?.(row)
      }}
    >
      {choice !== undefined && (
        <td className={styles['box']}>
          <RowBox
            label={t('selectRow', { name: choice.nameOf(row) })}
            checked={isSelected}
            onChange={(range) => choice.onRow(row, range)}
          />
        </td>
      )}
      {columns.map((column, index) => (
        <td
          key={column.key}
          className={classOf(column)}
          style={column.maxWidth === undefined ? {} : ({ '--most': `${column.maxWidth}px` } as CSSProperties)}
          data-part={index === 0 ? 'name' : column.title === '' ? 'menu' : undefined}
          data-ordering={directionOf(column, sort) !== undefined || undefined}
          data-half={column.half}
          data-card={column.card}
          data-label={index === 0 || column.title === '' ? undefined : column.title}
        >
          {column.cell(row)}
        </td>
      ))}
    </tr>
  )
}

function RowBelow<Row>({ row, columns, choice, renderBelow }: DataTableProps<Row> & { row: Row }) {
  const content = renderBelow?.(row) ?? null
  if (content === null) return null
  return (
    <tr className={styles['below']}>
      <td colSpan={columns.length + (choice === undefined ? 0 : 1)}>{content}</td>
    </tr>
  )
}

function BoneRows({ columns, choosable }: { columns: readonly Column<never>[]; choosable: boolean }) {
  const t = useText(text)
  return Array.from({ length: 8 }, (_, row) => (
    <tr key={row} aria-label={t('loading')}>
      {choosable && <td className={styles['box']} aria-hidden />}
      {columns.map((column, index) => (
        <td key={column.key} className={classOf(column)} data-part={index === 0 ? 'name' : undefined}>
          <Bone width={index === 0 ? '60%' : '44%'} style={column.numeric ? { marginLeft: 'auto' } : {}} />
        </td>
      ))}
    </tr>
  ))
}

export function TwoLines({ first, second }: { first: ReactNode; second: ReactNode }) {
  return (
    <span className={styles['lines']}>
      <span className={styles['first']} title={readable(first)}>
        {first}
      </span>
      <span className={styles['second']} title={readable(second)}>
        {second}
      </span>
    </span>
  )
}

function readable(line: ReactNode): string | undefined {
  return typeof line === 'string' ? line : undefined
}
