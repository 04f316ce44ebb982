import Form from 'antd/es/form'
import { useRecommendedStart } from '#areas/models'
import { useText } from '#lib/i18n.ts'
import { text } from '../text.ts'
import { ThresholdField } from './threshold-field.tsx'
import { ownModelOf } from './own-model.ts'
import type { Typed } from './typed.ts'

/** Starts at the model's recommended threshold until the user moves it. */
export function ModelThreshold() {
  const t = useText(text)
  const form = Form.useFormInstance<Typed>()
  const labeller = Form.useWatch('labeller', form) ?? ''
  const modelId = ownModelOf(labeller)
  const { recommended, words } = useRecommendedStart('threshold', modelId)
  return (
    <Form.Item name="threshold" label={t('threshold')} extra={words}>
      <ThresholdField recommended={recommended} />
    </Form.Item>
  )
}
