import type { Model, ModelStage } from '@vermilion/contract/models'
import { useText } from '#lib/i18n.ts'
import { Status, type Tone } from '#ui/feedback/status.tsx'
import { editText } from './text.ts'

const tones: Readonly<Record<ModelStage, Tone>> = {
  draft: 'neutral',
  candidate: 'warning',
  production: 'good',
  archived: 'bad',
}

export function ModelStageMark({ stage }: Pick<Model, 'stage'>) {
  const t = useText(editText)
  return <Status tone={tones[stage]}>{t(stage)}</Status>
}
