import { Bone } from '#ui/feedback/states.tsx'
import styles from './account.module.css'

/** Placeholders of loading rows. */
export function RowBones({ count }: { count: number }) {
  return Array.from({ length: count }, (_, row) => (
    <li key={row} aria-hidden>
      <div className={styles['main']}>
        <Bone width="38%" style={{ marginBottom: 8 }} />
        <Bone width="64%" height={11} />
      </div>
    </li>
  ))
}
