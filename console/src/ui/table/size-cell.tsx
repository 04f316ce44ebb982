import { formatSize } from '#lib/format.ts'
import styles from './size-cell.module.css'

/** A size in a column, with one decimal and a unit of fixed width, so that digits align. */
export function SizeCell({ bytes }: { bytes: number | null }) {
  const [amount, unit] = formatSize(bytes, 1).split(' ')
  if (unit === undefined) return amount
  return (
    <>
      {amount} <span className={styles['unit']}>{unit}</span>
    </>
  )
}
