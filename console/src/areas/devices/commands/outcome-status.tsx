import type { CommandOutcome, OutcomeStatus } from '@vermilion/contract/devices/commands'
import { useText } from '#lib/i18n.ts'
import { Status, type Tone } from '#ui/feedback/status.tsx'
import { commandText } from './text.ts'

const tones: Record<OutcomeStatus, Tone> = {
  waiting: 'neutral',
  running: 'active',
  success: 'good',
  failed: 'bad',
  'timed-out': 'bad',
  offline: 'warning',
  stopped: 'neutral',
  unknown: 'warning',
}

export const outcomeKey = (status: OutcomeStatus) => (status === 'failed' ? 'failedOutcome' : status)

export function OutcomeState({ outcome }: { outcome: Pick<CommandOutcome, 'status' | 'exitCode' | 'signal'> }) {
  const t = useText(commandText)
  const { status, exitCode, signal } = outcome
  const more = status !== 'failed' ? '' : (signal ?? (exitCode === null ? '' : t('exitCode', { code: exitCode })))
  return (
    <Status tone={tones[status]}>
      {t(outcomeKey(status))}
      {more !== '' && ` · ${more}`}
    </Status>
  )
}
