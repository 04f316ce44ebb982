import type { InferenceModel } from '@vermilion/contract/models'
import { Link } from '@tanstack/react-router'
import Button from 'antd/es/button'
import { useText } from '#lib/i18n.ts'
import styles from './page.module.css'
import { pageText } from './text.ts'
import type { ModelEvaluation } from './use-evaluations.ts'

/** Labeled images below which figures say little. */
const fewImages = 30

interface NextStepProps {
  model: InferenceModel
  latest: ModelEvaluation | undefined
  onRun: () => void
  onEvaluation: () => void
}

/** What is still to be known of a model, or what its figures lead to. */
export function NextStep({ model, latest, onRun, onEvaluation }: NextStepProps) {
  const t = useText(pageText)
  const state =
    latest === undefined
      ? 'unmeasured'
      : latest.part === 'train'
        ? 'flattering'
        : latest.part === null || latest.part === 'unknown'
          ? 'unknown'
          : latest.images < fewImages
            ? 'few'
            : 'done'
  return (
    <div className={styles['next']}>
      <p>{t(`next-${state}`, { count: latest?.images ?? 0 })}</p>
      <span className={styles['nextActions']}>
        {latest !== undefined && <Button onClick={onEvaluation}>{t('openEvaluation')}</Button>}
        {state !== 'done' && <Button onClick={onRun}>{t('measure')}</Button>}
        {state === 'done' && latest !== undefined && latest.datasetId !== null && latest.versionId !== null && (
          <Link to="/model/compare" search={{ models: model.id, dataset: latest.datasetId, version: latest.versionId }}>
            {t('compareOn')}
          </Link>
        )}
      </span>
    </div>
  )
}
