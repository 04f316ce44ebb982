import type { ReactNode } from 'react'
import styles from './figure-table.module.css'

interface FigureTableProps {
  columns: readonly string[]
  /** Shows each row as a card of pairs on a phone, for tables with many columns. */
  isCardsOnPhone?: boolean
  /** The first cell names the row. */
  rows: readonly { key: string; cells: readonly ReactNode[] }[]
}

export function FigureTable({ columns, rows, isCardsOnPhone = false }: FigureTableProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls sideways, also by keys
    <section className="scroll-x" aria-label={columns.join(', ')} tabIndex={0}>
      <table
        className={`${styles['table']} full-width margin-top-10 font-13 tabular`}
        data-cards={isCardsOnPhone || undefined}
      >
        <thead>
          <tr>
            {columns.map((column) => (
              <th className="text-tertiary weight-400 text-right border-bottom" key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells }) => (
            <tr key={key}>
              {cells.map((cell, index) => (
                <td className="text-right border-bottom" key={columns[index]} data-column={columns[index]}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
