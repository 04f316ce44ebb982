import type { Dataset } from '@vermilion/contract/datasets'
import { useText } from '#lib/i18n.ts'
import { Status, type Tone } from '#ui/feedback/status.tsx'
import { text } from './text.ts'

const tones: Record<Dataset['displayState'], Tone> = {
  creating: 'active',
  invalid: 'bad',
  'to-label': 'neutral',
  labeling: 'neutral',
  normal: 'good',
  training: 'active',
}

export function DatasetStatus({ state }: { state: Dataset['displayState'] }) {
  const t = useText(text)
  return <Status tone={tones[state]}>{t(state)}</Status>
}
