import type { InferenceModel } from '@vermilion/contract/models'
import { Link } from '@tanstack/react-router'
import Button from 'antd/es/button'
import { useText } from '#lib/i18n.ts'
import { useAboutPart } from '../report/part-description.tsx'
import { pageText } from './text.ts'
import type { ModelEvaluation } from './use-evaluations.ts'

/** Below this number of labeled images, figures say little. */
const fewImages = 30

interface NextStepProps {
  model: InferenceModel
  latest: ModelEvaluation | undefined
  onRun: () => void
  onEvaluation: () => void
}

export function NextStep({ model, latest, onRun, onEvaluation }: NextStepProps) {
  const t = useText(pageText)
  const about = useAboutPart(model.taskId)
  const isFew = latest !== undefined && latest.images < fewImages
  const part = latest?.part ?? 'unknown'
  const isDone = !isFew && part !== 'train' && part !== 'unknown'
  return (
    <div className="wrapping-row gap-10-20 justify-between margin-bottom-16">
      <p>
        {latest === undefined ? t('next-unmeasured') : about(part)}
        {isFew && t('next-few', { count: latest.images })}
      </p>
      <span className="inline-row wrap gap-8-16">
        {latest !== undefined && <Button onClick={onEvaluation}>{t('openEvaluation')}</Button>}
        {!isDone && <Button onClick={onRun}>{t('measure')}</Button>}
        {isDone && latest !== undefined && latest.datasetId !== null && latest.versionId !== null && (
          <Link to="/model/compare" search={{ models: model.id, dataset: latest.datasetId, version: latest.versionId }}>
            {t('compareOn')}
          </Link>
        )}
      </span>
    </div>
  )
}
