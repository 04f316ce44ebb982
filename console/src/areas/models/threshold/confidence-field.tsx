import { leastInferenceConfidence } from '@vermilion/contract/models'
import Form from 'antd/es/form'
import { useEffect } from 'react'
import { useText } from '#lib/i18n.ts'
import { NumberField } from '../inference/source-fields.tsx'
import { text } from '../text.ts'
import { useRecommendedThreshold } from './recommended-threshold.ts'

/** The threshold of an inference begins at the recommended one of its model, until somebody types another. */
export function ConfidenceField({ modelId }: { modelId: string | null }) {
  const t = useText(text)
  const form = Form.useFormInstance()
  const { confidence, words, isLoading } = useRecommendedThreshold(modelId)
  useEffect(() => {
    if (isLoading || form.isFieldTouched('confidence')) return
    form.setFieldValue('confidence', Math.max(leastInferenceConfidence, confidence))
  }, [form, confidence, isLoading])
  return (
    <NumberField
      name="confidence"
      label={t('confidence')}
      extra={words}
      minimum={leastInferenceConfidence}
      maximum={1}
      step={0.05}
    />
  )
}
