import type { Dataset } from '@vermilion/contract/datasets'
import { formatNumber } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { useSystem } from '#lib/system.ts'
import { ProgressBar } from '#ui/feedback/progress.tsx'
import styles from './datasets.module.css'
import { text } from './text.ts'

export function LabeledBar({ dataset }: { dataset: Pick<Dataset, 'labeledCount' | 'fileCount'> }) {
  const t = useText(text)
  const language = useSystem((system) => system.lang)
  return (
    <span className={`${styles['labeled']} block font-13 tabular`}>
      <span className="block margin-bottom-4">
        {formatNumber(dataset.labeledCount, language)} / {formatNumber(dataset.fileCount, language)}
      </span>
      <ProgressBar done={dataset.labeledCount} total={Math.max(1, dataset.fileCount)} label={t('labeled')} />
    </span>
  )
}
