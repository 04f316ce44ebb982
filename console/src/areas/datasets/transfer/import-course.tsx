import { datasetImportEndpoints } from '@vermilion/contract/datasets/imports'
import Button from 'antd/es/button'
import { call } from '#lib/api.ts'
import { formatNumber } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { refresh } from '#lib/query.ts'
import { useSystem } from '#lib/system.ts'
import { notify } from '#ui/feedback/notify.tsx'
import { problemWords } from '#ui/feedback/problem.ts'
import { ProgressBar, ProgressText } from '#ui/feedback/progress.tsx'
import { ImportState } from './import-state.tsx'
import type { ImportStepProps } from './import-step.ts'
import { text } from './text.ts'
import styles from './transfer.module.css'

export function ImportCourse({ run }: ImportStepProps) {
  const t = useText(text)
  const language = useSystem((system) => system.lang)
  const { id: importId, name, status, progress, done, findings } = run
  const stop = async () => {
    try {
      await call(datasetImportEndpoints.stopImport, { params: { importId } })
      await refresh('/imports')
    } catch (problem) {
      notify.error(problemWords(problem))
    }
  }
  const counts = status === 'importing' ? done : findings
  return (
    <div className={`${styles['step']} stack gap-16`} aria-live="polite">
      <strong>{name}</strong>
      <ImportState status={status} />
      <ProgressBar done={progress?.done ?? 0} total={progress?.total ?? 0} label={t(`import-${status}`)} />
      <p>
        {progress !== null && <ProgressText progress={progress} />}{' '}
        {t('soFar', {
          images: formatNumber(counts.images, language),
          annotations: formatNumber(counts.annotations, language),
        })}
      </p>
      <p className="faint">{t('goesOn')}</p>
      <Button className={styles['go'] ?? ''} onClick={() => void stop()}>
        {t('stop')}
      </Button>
    </div>
  )
}
