import { CopyIcon } from './copy-icon.tsx'
import styles from './short-hash.module.css'

/** Characters that tell a hash apart for whoever looks. */
const length = 12

/** The beginning of a hash, which is read and copied whole. */
export function ShortHash({ hash, label }: { hash: string; label: string }) {
  return (
    <span className={styles['hash']}>
      <code title={hash}>{hash.slice(0, length)}</code>
      <CopyIcon content={hash} label={label} />
    </span>
  )
}
