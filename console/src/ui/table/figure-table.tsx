import type { ReactNode } from 'react'
import styles from './figure-table.module.css'

interface FigureTableProps {
  columns: readonly string[]
  /** The first cell says what the others are of. */
  rows: readonly { key: string; cells: readonly ReactNode[] }[]
}

/** A small table of figures in a report. */
export function FigureTable({ columns, rows }: FigureTableProps) {
  return (
    <div className={styles['holder']}>
      <table className={styles['table']}>
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
                <td key={columns[index]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
