import type { DataEvaluation, DataEvaluationStatus } from '@vermilion/contract/data-evaluations'
import { useText } from '#lib/i18n.ts'
import { CountedProgress } from '#ui/feedback/progress.tsx'
import { Status, type Tone } from '#ui/feedback/status.tsx'
import { text } from './text.ts'

const tones: Record<DataEvaluationStatus, Tone> = {
  queuing: 'neutral',
  running: 'active',
  success: 'good',
  failed: 'bad',
  stopped: 'warning',
}

export const hasEnded = ({ status }: Pick<DataEvaluation, 'status'>): boolean =>
  status !== 'queuing' && status !== 'running'

export function EvaluationState({ status }: { status: DataEvaluationStatus }) {
  const t = useText(text)
  return <Status tone={tones[status]}>{t(status)}</Status>
}

export function EvaluationProgress({ evaluation, named = false }: { evaluation: DataEvaluation; named?: boolean }) {
  const t = useText(text)
  const { name, images, done, failed, reused } = evaluation
  if (images === null) return <span className="text-secondary">{t('listing')}</span>
  const notes = [
    ...(failed === 0 ? [] : [t('lost', { count: failed })]),
    ...(reused === 0 ? [] : [t('reused', { count: reused })]),
  ]
  const label = t('progressOf', { name })
  return (
    <CountedProgress
      done={done}
      total={images}
      {...(named && { unit: 'images' })}
      notes={notes}
      label={label}
      isUnderWay={!hasEnded(evaluation)}
    />
  )
}
