import { formatSize } from '#lib/format.ts'
import styles from './size-cell.module.css'

/** A size in a column: one decimal, and units of one width, so that the digits of all rows stand below one another. */
export function SizeCell({ bytes }: { bytes: number | null }) {
  const [amount, unit] = formatSize(bytes, 1).split(' ')
  if (unit === undefined) return amount
  return (
    <>
      {amount} <span className={styles['unit']}>{unit}</span>
    </>
  )
}
