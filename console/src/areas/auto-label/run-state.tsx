import type { AutoLabelRun, AutoLabelStatus } from '@vermilion/contract/auto-label'
import { useText } from '#lib/i18n.ts'
import { CountedProgress } from '#ui/feedback/progress.tsx'
import { Status, type Tone } from '#ui/feedback/status.tsx'
import { text } from './text.ts'

const tones: Record<AutoLabelStatus, Tone> = {
  queuing: 'neutral',
  running: 'active',
  success: 'good',
  failed: 'bad',
  stopped: 'warning',
}

export const hasEnded = ({ status }: Pick<AutoLabelRun, 'status'>): boolean =>
  status !== 'queuing' && status !== 'running'

export function RunState({ run: { status, undoing, undoneAt } }: { run: AutoLabelRun }) {
  const t = useText(text)
  if (undoing) return <Status tone="active">{t('undoing')}</Status>
  if (undoneAt !== null) return <Status tone="neutral">{t('undone')}</Status>
  return <Status tone={tones[status]}>{t(status)}</Status>
}

export function RunProgress({ run }: { run: AutoLabelRun }) {
  const t = useText(text)
  const { labeller, images, done, failed } = run
  if (images === null) return <span className="text-secondary">{t('listing')}</span>
  const notes = failed === 0 ? [] : [t('lost', { count: failed })]
  const label = t('progressOf', { name: labeller.name })
  return <CountedProgress done={done} total={images} notes={notes} label={label} isUnderWay={!hasEnded(run)} />
}
