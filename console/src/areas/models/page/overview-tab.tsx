import type { InferenceModel } from '@vermilion/contract/models'
import type { ComponentType } from 'react'
import { formatSize } from '#lib/format.ts'
import { QualityCurve } from '#areas/tasks'
import { useText } from '#lib/i18n.ts'
import { Tags } from '#ui/feedback/status.tsx'
import { Bone, ProblemState } from '#ui/feedback/states.tsx'
import { Facts, Panel } from '#ui/page/page.tsx'
import { text } from '../text.ts'
import { Link } from '@tanstack/react-router'
import Button from 'antd/es/button'
import { useAboutPart } from '../report/part-description.tsx'
import styles from './page.module.css'
import { Quality } from './quality.tsx'
import { pageText } from './text.ts'
import { useEvaluations, type ModelEvaluation } from './use-evaluations.ts'
import { ModelLineage } from '../lineage/model-lineage.tsx'
import { LatestEvaluation } from './latest-evaluation.tsx'

interface OverviewTabProps {
  model: InferenceModel
  isBehindForm: boolean
  Deployments: ComponentType<{ modelId: string }>
  onRun: () => void
  onEvaluation: () => void
}

const maxLabels = 30

export function OverviewTab({ model, isBehindForm, Deployments, onRun, onEvaluation }: OverviewTabProps) {
  const t = useText(pageText)
  const texts = useText(text)
  const { evaluations, latest, problem, retry } = useEvaluations(model.id)
  const { labels, inputSize, size, framework } = model
  const curve =
    model.taskId !== null && !isBehindForm ? <QualityCurve taskId={model.taskId} title={t('learning')} /> : null
  return (
    <div className={`${styles['overview']} grid gap-16 align-start`}>
      <div className="min-width-0">
        {problem !== null && <ProblemState problem={problem} onRetry={retry} />}
        {evaluations === undefined ? (
          problem === null && <Bone height={130} />
        ) : (
          <>
            <Quality model={model} latest={latest} />
            <NextStep model={model} latest={latest} onRun={onRun} onEvaluation={onEvaluation} />
          </>
        )}
        {latest === undefined || isBehindForm ? (
          curve
        ) : (
          <LatestEvaluation taskId={latest.taskId} curve={curve} onEvaluation={onEvaluation} />
        )}
      </div>
      <div className="min-width-0">
        <Panel title={texts('lineage')}>
          {isBehindForm ? <Bone height={160} /> : <ModelLineage modelId={model.id} />}
        </Panel>
        {!isBehindForm && <Deployments modelId={model.id} />}
        <Panel title={texts('about')}>
          <Facts
            facts={[
              [
                texts('labels'),
                <span key="labels">
                  <Tags tags={labels.slice(0, maxLabels)} />
                  {labels.length > maxLabels && ` ${t('moreLabels', { count: labels.length - maxLabels })}`}
                </span>,
              ],
              [texts('inputSize'), `${inputSize} × ${inputSize}`],
              [texts('size'), formatSize(size)],
              [texts('framework'), framework],
            ]}
          />
        </Panel>
      </div>
    </div>
  )
}

/** Below this number of labeled images, figures say little. */
const fewImages = 30

interface NextStepProps {
  model: InferenceModel
  latest: ModelEvaluation | undefined
  onRun: () => void
  onEvaluation: () => void
}

function NextStep({ model, latest, onRun, onEvaluation }: NextStepProps) {
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
