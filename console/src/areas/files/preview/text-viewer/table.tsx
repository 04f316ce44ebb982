import { type CSSProperties, type ReactNode, useMemo } from 'react'
import { Chunks } from './row-chunks.tsx'
import styles from './table.module.css'

interface TableProps {
  label: string
  /** A value of `grid-template-columns`. */
  columns: string
  head: readonly ReactNode[]
  count: number
  row: (index: number) => readonly ReactNode[]
}

const rowHeight = 30

export function Table({ label, columns, head, count, row }: TableProps) {
  const style = useMemo(() => ({ '--columns': columns }) as CSSProperties, [columns])
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, and so the keyboard must reach it
    <section className="grow full-width min-height-0 scroll ground-panel" tabIndex={0} aria-label={label}>
      <table
        className={`${styles['table']} block content-width min-full-width tabular`}
        style={style}
        aria-label={label}
        aria-rowcount={count + 1}
      >
        <thead className="block sticky layer-1 top-0 ground-raised weight-600">
          <tr className="grid border-bottom" style={{ gridTemplateColumns: 'var(--columns)', height: 30 }}>
            {head.map((message, index) => (
              <th className="ellipsis padding-0-10 text-left" scope="col" key={index}>
                {message}
              </th>
            ))}
          </tr>
        </thead>
        <Chunks
          count={count}
          rowHeight={rowHeight}
          table
          render={(from, to) =>
            Array.from({ length: to - from }, (_, index) => (
              <tr
                className="grid border-bottom"
                style={{ gridTemplateColumns: 'var(--columns)', height: 30 }}
                key={from + index}
                aria-rowindex={from + index + 2}
              >
                {row(from + index).map((cell, column) => (
                  <td
                    className="ellipsis padding-0-10 text-left"
                    key={column}
                    title={typeof cell === 'string' ? cell : undefined}
                  >
                    {cell}
                  </td>
                ))}
              </tr>
            ))
          }
        />
      </table>
    </section>
  )
}
