import type { ReactNode } from 'react'
import { useText } from '#lib/i18n.ts'
import styles from './data-table.module.css'
import { Bone, ProblemState } from './states.tsx'
import { text } from './text.ts'

export interface Column<Row> {
  key: string
  /** Empty above what can be done with a row. */
  title: ReactNode
  cell: (row: Row) => ReactNode
  /** Numbers are set flush right, in figures of one width. */
  numeric?: boolean
  /** CSS width; columns without one share what is left. */
  width?: number | string
  /** Left out on narrow screens. */
  wide?: boolean
}

interface DataTableProps<Row> {
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[] | undefined
  rowKey: (row: Row) => string
  problem?: unknown
  onRetry?: () => void
  /** Shown when there are no rows. */
  empty: ReactNode
  /** What a click on a row does, beside its links and buttons. */
  onRow?: (row: Row) => void
}

/** The table of every list page: header that stays, skeleton, error and empty state. */
export function DataTable<Row>({ label, columns, rows, rowKey, problem, onRetry, empty, onRow }: DataTableProps<Row>) {
  const t = useText(text)
  if (rows === undefined && problem !== undefined && problem !== null) {
    return <ProblemState problem={problem} {...(onRetry === undefined ? {} : { onRetry })} />
  }
  if (rows?.length === 0) return empty
  const classOf = ({ numeric, wide }: Column<Row>) =>
    [numeric === true && styles['numeric'], wide === true && styles['wide']].filter(Boolean).join(' ')
  return (
    <div className={styles['frame']}>
      <table className={styles['table']} aria-label={label} aria-busy={rows === undefined}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th
                key={column.key}
                scope="col"
                className={classOf(column)}
                style={{ width: column.width }}
                aria-label={column.title === '' ? t('actions') : undefined}
              >
                {column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows === undefined
            ? Array.from({ length: 8 }, (_, row) => (
                <tr key={row} aria-label={t('loading')}>
                  {columns.map((column, place) => (
                    <td key={column.key} className={classOf(column)}>
                      <Bone width={place === 0 ? '60%' : '44%'} style={column.numeric ? { marginLeft: 'auto' } : {}} />
                    </td>
                  ))}
                </tr>
              ))
            : rows.map((row) => (
                <tr
                  key={rowKey(row)}
                  className={onRow === undefined ? undefined : styles['clickable']}
                  onClick={(event) => {
                    const inner = (event.target as Element).closest('a, button, input, label, [role="dialog"]')
                    // Portals (a dialog opened from a row) bubble through React, not through the table.
                    if (inner === null && event.currentTarget.contains(event.target as Node)) onRow?.(row)
                  }}
                >
                  {columns.map((column) => (
                    <td key={column.key} className={classOf(column)}>
                      {column.cell(row)}
                    </td>
                  ))}
                </tr>
              ))}
        </tbody>
      </table>
    </div>
  )
}

/** A name with a quieter second line below it. */
export function TwoLines({ first, second }: { first: ReactNode; second: ReactNode }) {
  return (
    <span className={styles['lines']}>
      <span className={styles['first']}>{first}</span>
      <span className={styles['second']}>{second}</span>
    </span>
  )
}
