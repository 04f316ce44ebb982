import type { Label } from '@vermilion/contract/labels/dataset-labels'
import styles from './class-chips.module.css'

/** Classes of a dataset by their colours and names; of many, the first few and how many more. */
export function ClassChips({ labels, most }: { labels: readonly Label[]; most: number }) {
  return (
    <span className={styles['chips']} title={labels.map(({ name }) => name).join(', ')}>
      {labels.slice(0, most).map(({ id, name, colour }) => (
        <span key={id}>
          <i style={{ background: colour }} />
          {name}
        </span>
      ))}
      {labels.length > most && <small>{`+${labels.length - most}`}</small>}
    </span>
  )
}
