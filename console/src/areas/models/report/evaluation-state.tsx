import { type Evaluation, measures } from '@vermilion/contract/evaluations'
import Button from 'antd/es/button'
import { formatNumber } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { useSystem } from '#lib/system.ts'
import { Status } from '#ui/feedback/status.tsx'
import { evaluateFrom } from './count-from.ts'
import { LabelLegend } from './label-legend.tsx'
import type { LabelMarks } from './label-marks.ts'
import { partText } from './part-text.ts'
import styles from './report.module.css'
import type { Scope } from './scope.ts'
import { text } from './text.ts'

const verdicts = ['right', 'missed', 'wrong', 'extra'] as const

interface EvaluationStateProps {
  taskId: string
  evaluation: Evaluation | undefined
  scope: Scope | undefined
  marks: LabelMarks
  onThreshold: (value: number) => void
}

export function EvaluationState({ taskId, evaluation, scope, marks, onThreshold }: EvaluationStateProps) {
  const t = useText(text)
  const texts = useText(partText)
  const language = useSystem((system) => system.lang)
  const button = (
    <Button type="primary" onClick={() => void evaluateFrom(taskId)}>
      {t('evaluate')}
    </Button>
  )
  if (evaluation === undefined) {
    return (
      <div className={`${styles['judging']} note padding-inline-8 margin-bottom-14`}>
        <p>{t('notEvaluated')}</p>
        {button}
      </div>
    )
  }
  const { status, error, labelType, measured, confidence, countsByConfidence, parts, unknownLabels } = evaluation
  const { counts = evaluation.counts, bestConfidence = evaluation.bestConfidence } = scope ?? {}
  const { counted } = measures[labelType]
  const isCounted = measured > 0 && countsByConfidence && status === 'success'
  const applyBest = (value: number) => {
    onThreshold(value)
    void evaluateFrom(taskId, value)
  }
  return (
    <div className={`${styles['judging']} note padding-inline-8 margin-bottom-14`}>
      {status === 'processing' && <Status tone="active">{t('evaluating')}</Status>}
      {status === 'failed' && (
        <>
          <Status tone="bad">{t('evaluationFailed')}</Status>
          <p>{t(`evaluationFailed-${error ?? 'other'}`)}</p>
          {button}
        </>
      )}
      {measured > 0 && (
        <>
          <p>{t(`counted-${counted}`)}</p>
          <dl className="grid gap-8-12" style={{ gridTemplateColumns: 'repeat(auto-fit, minmax(88px, 1fr))' }}>
            {verdicts.map((name) => (
              <div className="stack justify-between" key={name} title={t(`hint-${name}`)}>
                <dt className="font-12">{t(`counted-${name}`)}</dt>
                <dd className="title text-ink tabular">{formatNumber(counts[name], language)}</dd>
              </div>
            ))}
          </dl>
          {counted === 'objects' && <LabelLegend marks={marks} hasTruth hasLabels={false} />}
        </>
      )}
      {isCounted && bestConfidence !== null && (
        <p className="wrapping-row grow gap-8">
          {bestConfidence === confidence ? t('bestHere') : t('bestConfidence', { value: bestConfidence.toFixed(2) })}
          {bestConfidence !== confidence && (
            <Button size="small" onClick={() => applyBest(bestConfidence)}>
              {t('useBest')}
            </Button>
          )}
        </p>
      )}
      {measured > 0 && parts.length === 0 && status === 'success' && (
        <p className="wrapping-row grow gap-8">
          <Status tone="warning">{texts('notSplit')}</Status>
          <Button size="small" onClick={() => void evaluateFrom(taskId, confidence)}>
            {texts('splitNow')}
          </Button>
        </p>
      )}
      {unknownLabels.length > 0 && <p>{t('unknownLabels', { labels: unknownLabels.join(', ') })}</p>}
    </div>
  )
}
