import type { ReactNode } from 'react'
import styles from './figure-table.module.css'

interface FigureTableProps {
  columns: readonly string[]
  /** The first cell says what the others are of. */
  /** On a phone each row is a card of pairs, for tables of more columns than fit. */
  isCardsOnPhone?: boolean
  rows: readonly { key: string; cells: readonly ReactNode[] }[]
}

/** A small table of figures in a report. */
export function FigureTable({ columns, rows, isCardsOnPhone = false }: FigureTableProps) {
  return (
    <div className={styles['holder']}>
      <table className={styles['table']} data-cards={isCardsOnPhone || undefined}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells }) => (
            <tr key={key}>
              {cells.map((cell, index) => (
                <td key={columns[index]} data-column={columns[index]}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
