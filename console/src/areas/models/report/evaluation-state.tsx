import { type Evaluation, evaluationEndpoints, measures } from '@vermilion/contract/evaluations'
import Button from 'antd/es/button'
import { useState } from 'react'
import { call } from '#lib/api.ts'
import { formatMeasure, formatNumber } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { refresh } from '#lib/query.ts'
import { useSystem } from '#lib/system.ts'
import { notify } from '#ui/feedback/notify.tsx'
import { NumberInput } from '#ui/form/number-input.tsx'
import { problemWords } from '#ui/feedback/problem.ts'
import { Status } from '#ui/feedback/status.tsx'
import styles from './report.module.css'
import { text } from './text.ts'

interface EvaluationStateProps {
  taskId: string
  /** Undefined where nobody has evaluated the task. */
  evaluation: Evaluation | undefined
}

/** How far judging is, what was counted, and judging anew at another confidence. */
export function EvaluationState({ taskId, evaluation }: EvaluationStateProps) {
  const t = useText(text)
  const language = useSystem((system) => system.lang)
  /** What was typed, until it is counted with; null where the field was emptied. */
  const [draft, setDraft] = useState<number | null>()
  const evaluate = async () => {
    try {
      const body = typeof draft === 'number' ? { confidence: draft } : {}
      await call(evaluationEndpoints.evaluateInference, { params: { taskId }, body })
      setDraft(undefined)
      await refresh('/inferences')
    } catch (problem) {
      notify.error(problemWords(problem))
    }
  }
  const button = <Button onClick={() => void evaluate()}>{t('evaluate')}</Button>
  if (evaluation === undefined) {
    return (
      <div className={styles['judging']}>
        <p>{t('notEvaluated')}</p>
        {button}
      </div>
    )
  }
  const { status, error, counts, labelType, measured, confidence, bestConfidence, unknownLabels } = evaluation
  const { counted } = measures[labelType]
  const amounts = (['right', 'missed', 'wrong', 'extra'] as const).map(
    (name) => `${t(`counted-${name}`)} ${formatNumber(counts[name], language)}`,
  )
  return (
    <div className={styles['judging']}>
      {status === 'processing' && <Status tone="active">{t('evaluating')}</Status>}
      {status === 'failed' && (
        <>
          <Status tone="bad">{t('evaluationFailed')}</Status>
          <p>{t(`evaluationFailed-${error ?? 'other'}`)}</p>
          {button}
        </>
      )}
      {measured > 0 && (
        <p>
          {amounts.join(' · ')} <small>{t(`counted-${counted}`)}</small>
        </p>
      )}
      {unknownLabels.length > 0 && <p>{t('unknownLabels', { labels: unknownLabels.join(', ') })}</p>}
      {measured > 0 && evaluation.countsByConfidence && status === 'success' && (
        <p className={styles['again']}>
          <label>
            <span>{t('countedFrom')}</span>
            <NumberInput
              value={draft === undefined ? confidence : draft}
              onChange={setDraft}
              min={0}
              max={1}
              step={0.05}
            />
          </label>
          <Button disabled={typeof draft !== 'number' || draft === confidence} onClick={() => void evaluate()}>
            {t('countAgain')}
          </Button>
          {bestConfidence !== null && <small>{t('bestConfidence', { value: formatMeasure(bestConfidence) })}</small>}
        </p>
      )}
    </div>
  )
}
