import { type EvaluatedFilter, evaluationEndpoints, type Suggestions } from '@vermilion/contract/evaluations'
import Form from 'antd/es/form'
import { DatasetSelect } from '#areas/datasets'
import { call } from '#lib/api.ts'
import { useText } from '#lib/i18n.ts'
import { refresh } from '#lib/query.ts'
import { FormDrawer } from '#ui/form/form-drawer.tsx'
import { notify } from '#ui/feedback/notify.tsx'
import { NumberInput } from '#ui/form/number-input.tsx'
import { required } from '#ui/form/rules.ts'
import { text } from './text.ts'

interface AddToDatasetProps {
  taskId: string
  filter: EvaluatedFilter
  images: number
  threshold: number
  /** The lowest score that the task stored. */
  minScore: number
  onClose: () => void
}

interface Typed {
  datasetId: string
  confidence: number
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))
/** The drawer polls for the end with this interval and number of attempts; after that, the header shows the progress. */
const polling = { every: 400, times: 12 }

export function AddToDataset({ taskId, filter, images, threshold, minScore, onClose }: AddToDatasetProps) {
  const t = useText(text)
  const submit = async ({ datasetId, confidence }: Typed): Promise<Suggestions> => {
    const body = { datasetId, confidence, selection: { filter } }
    let suggestions = await call(evaluationEndpoints.suggestShapes, { params: { taskId }, body })
    for (let time = 0; suggestions.status === 'processing' && time < polling.times; time += 1) {
      await pause(polling.every)
      const params = { taskId, suggestionsId: suggestions.id }
      // It continues despite a failed poll, and must not be ordered again.
      suggestions = await call(evaluationEndpoints.getSuggestions, { params }).catch(() => suggestions)
    }
    return suggestions
  }
  return (
    <FormDrawer<Typed, Suggestions>
      open
      title={t('addTitle', { count: images })}
      action={t('add')}
      failure={t('addFailed')}
      initial={{ confidence: threshold }}
      submit={submit}
      fieldOf={{ 'dataset.not-found': 'datasetId', 'suggestions.other-labels': 'datasetId' }}
      onClose={onClose}
      onDone={({ status, error, suggested, kept, added }) => {
        if (status === 'failed') notify.error(`${t('addFailed')}: ${t(`addFailed-${error ?? 'other'}`)}`)
        else if (status === 'processing') notify.info(t('addGoesOn'))
        else notify.success(t('addDone', { suggested: `${suggested}`, added: `${added}`, kept: `${kept}` }))
        void refresh('/datasets', '/items')
        onClose()
      }}
    >
      <p>{t('addWords')}</p>
      <Form.Item name="datasetId" label={t('sourceDataset')} rules={[required(t('datasetMissing'))]}>
        <DatasetSelect />
      </Form.Item>
      <Form.Item
        name="confidence"
        label={t('threshold')}
        extra={t('addThreshold')}
        rules={[
          {
            required: true,
            type: 'number',
            min: minScore,
            max: 1,
            message: t('range', { minimum: minScore, maximum: 1 }),
          },
        ]}
      >
        <NumberInput step={0.05} />
      </Form.Item>
    </FormDrawer>
  )
}
