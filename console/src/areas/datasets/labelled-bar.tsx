import type { Dataset } from '@vermilion/contract/datasets'
import { useText } from '#lib/i18n.ts'
import { ProgressBar } from '#ui/progress.tsx'
import styles from './datasets.module.css'
import { text } from './text.ts'

/** How many of a dataset's files are labelled. */
export function LabelledBar({ dataset }: { dataset: Pick<Dataset, 'labeledCount' | 'fileCount'> }) {
  const t = useText(text)
  return (
    <span className={styles['labelled']}>
      <span>
        {dataset.labeledCount} / {dataset.fileCount}
      </span>
      <ProgressBar done={dataset.labeledCount} total={Math.max(1, dataset.fileCount)} label={t('labeled')} />
    </span>
  )
}
