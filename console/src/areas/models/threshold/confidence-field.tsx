import { minInferenceConfidence } from '@vermilion/contract/models'
import { useText } from '#lib/i18n.ts'
import { NumberField } from '../inference/source-fields.tsx'
import { text } from '../text.ts'
import { useRecommendedStart } from './recommended-threshold.ts'

/** Starts at the model's recommended threshold until the user types another. */
export function ConfidenceField({ modelId }: { modelId: string | null }) {
  const t = useText(text)
  const { text: message } = useRecommendedStart('confidence', modelId, minInferenceConfidence)
  return (
    <NumberField
      name="confidence"
      label={t('confidence')}
      extra={message}
      minimum={minInferenceConfidence}
      maximum={1}
      step={0.05}
    />
  )
}
