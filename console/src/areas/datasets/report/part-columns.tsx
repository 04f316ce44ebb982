import { useSize } from '#ui/chart/use-size.ts'
import type { Part } from './part.ts'
import styles from './report.module.css'

/** CSS pixels. */
const minWidth = 440
const gap = 16
const maxColumns = 3

export function PartColumns({ parts }: { parts: readonly Part[] }) {
  const [holder, { width }] = useSize()
  const count = Math.min(maxColumns, Math.max(1, Math.floor((width + gap) / (minWidth + gap))))
  return (
    <div ref={holder} className={`${styles['columns']} flex gap-16 margin-top-20`}>
      {width > 0 &&
        columnsOf(parts, count).map((column) => (
          <div key={column[0]?.key}>
            {column.map(({ key, height, growth = 0, content }) => (
              <div
                key={key}
                className={`${styles['part']} grid columns-1`}
                style={{ flexGrow: growth, maxHeight: count > 1 && growth > 0 ? height + growth : undefined }}
              >
                {content}
              </div>
            ))}
          </div>
        ))}
    </div>
  )
}

function columnsOf(parts: readonly Part[], count: number): Part[][] {
  const columns = Array.from({ length: count }, () => ({ height: 0, parts: [] as Part[] }))
  for (const part of parts) {
    const shortest = columns.reduce((least, column) => (column.height < least.height ? column : least))
    shortest.parts.push(part)
    shortest.height += part.height + gap
  }
  return columns.map((column) => column.parts).filter((column) => column.length > 0)
}
