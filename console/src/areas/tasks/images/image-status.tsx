import type { TrainingImage } from '@vermilion/contract/tasks'
import { useText } from '#lib/i18n.ts'
import { Status, type Tone } from '#ui/feedback/status.tsx'
import { text } from './text.ts'

const tones = { running: 'active', passed: 'good', warned: 'warning', failed: 'bad' } as const satisfies Record<
  string,
  Tone
>

export function ImageStatus({ image: { id, check } }: { image: Pick<TrainingImage, 'id' | 'check'> }) {
  const t = useText(text)
  if (id === null) return <>{t('builtIn')}</>
  if (check === null) return <Status tone="neutral">{t('untried')}</Status>
  return <Status tone={tones[check.status]}>{t(check.status)}</Status>
}
