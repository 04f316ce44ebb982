import { usualConfidence } from '@vermilion/contract/detection/usual-confidence'
import { servingEndpoints } from '@vermilion/contract/models/serving'
import { useQuery } from '@tanstack/react-query'
import Form from 'antd/es/form'
import { useEffect } from 'react'
import { useText } from '#lib/i18n.ts'
import { read } from '#lib/query.ts'
import { text } from '../text.ts'
import { ThresholdField } from './threshold-field.tsx'
import type { Typed } from './typed.ts'

const modelKind = 'model:'

/** The threshold begins at the recommended one of the model that was chosen, until somebody moves it. */
export function ModelThreshold() {
  const t = useText(text)
  const form = Form.useFormInstance<Typed>()
  const labeller = Form.useWatch('labeller', form) ?? ''
  const modelId = labeller.startsWith(modelKind) ? labeller.slice(modelKind.length) : null
  const query = read(servingEndpoints.recommendedThreshold, { params: { modelId: modelId ?? '' } })
  const { data } = useQuery({ ...query, enabled: modelId !== null })
  const recommended = modelId === null ? undefined : data
  const confidence = recommended?.confidence ?? usualConfidence
  useEffect(() => {
    if (!form.isFieldTouched('threshold')) form.setFieldValue('threshold', confidence)
  }, [form, confidence])
  const score = confidence.toFixed(2)
  return (
    <Form.Item
      name="threshold"
      label={t('threshold')}
      extra={recommended && t(`threshold-${recommended.source}`, { score })}
    >
      <ThresholdField />
    </Form.Item>
  )
}
