import { estimateEndpoints } from '@vermilion/contract/tasks/estimates'
import { useQuery } from '@tanstack/react-query'
import Form from 'antd/es/form'
import { EstimatedDuration } from '#areas/tasks'
import { useText } from '#lib/i18n.ts'
import { readList } from '#lib/query.ts'
import { text } from '../text.ts'
import type { TypedFineTuning } from './form-values.ts'

export function Duration() {
  const t = useText(text)
  const form = Form.useFormInstance<TypedFineTuning>()
  const watched = { form, preserve: true }
  const image = Form.useWatch<string | undefined>('image', watched)
  const pool = Form.useWatch<string | undefined>('pool', watched)
  const parameters = Form.useWatch<TypedFineTuning['parameters'] | undefined>('parameters', watched) ?? {}
  const body = { image: image ?? '', pool, imageCount: 1, choices: [parameters] }
  const isKnown = image !== undefined && image !== '' && 'steps' in parameters
  const estimate = useQuery({ ...readList(estimateEndpoints.estimateTask, { body }), enabled: isKnown })
  if (!isKnown || estimate.data === undefined) return null
  return (
    <Form.Item label={t('estimate')}>
      <span aria-live="polite">
        <EstimatedDuration seconds={estimate.data.seconds[0] ?? null} />
        {' · '}
        {t('estimateFor', { steps: Number(parameters['steps']) })}
        {estimate.data.tasks > 0 && ` · ${t('estimateBy', { count: estimate.data.tasks })}`}
      </span>
    </Form.Item>
  )
}
