import type { ModelTrainingData } from '@vermilion/contract/models/training-data'
import Form from 'antd/es/form'
import Select from 'antd/es/select'
import { useText } from '#lib/i18n.ts'
import { Status } from '#ui/feedback/status.tsx'
import { useClearButton } from '#ui/form/use-clear-button.tsx'
import { partText } from '../report/part-text.ts'
import type { OrderedImages } from './ordered-images.ts'
import { splitText } from './split-text.ts'

const splits = ['test', 'validation', 'train'] as const satisfies (keyof ModelTrainingData['splits'])[]
type Split = (typeof splits)[number]

export const heldOutSplits = (trained: ModelTrainingData | null): Split[] =>
  trained === null ? [] : splits.filter((split) => split !== 'train' && trained.splits[split] > 0)

/** The splits of a dataset. Training data is not preselected, and is marked because figures on it are too good. */
export function SplitField({ trained }: { trained: ModelTrainingData | null }) {
  const t = useText(splitText)
  const clearButton = useClearButton()
  const texts = useText(partText)
  const kind = Form.useWatch<OrderedImages['kind'] | undefined>('kind')
  const datasetId = Form.useWatch<string | undefined>('datasetId')
  const selected = Form.useWatch<Split[] | undefined>('splits') ?? []
  if (kind !== 'dataset') return null
  const isTrained = trained !== null && trained.datasetId === datasetId
  const hasTraining = isTrained && (selected.length === 0 || selected.includes('train'))
  const note = !isTrained ? undefined : hasTraining ? (
    <Status tone="warning">{t('learned', { count: trained.splits.train })}</Status>
  ) : (
    t('heldOut', { count: selected.reduce((sum, split) => sum + trained.splits[split], 0) })
  )
  return (
    <Form.Item name="splits" label={t('splits')} extra={note}>
      <Select
        mode="multiple"
        allowClear={clearButton}
        placeholder={t('allSplits')}
        options={splits.map((value) => ({
          value,
          label: isTrained ? `${texts(`part-${value}`)} (${trained.splits[value]})` : texts(`part-${value}`),
        }))}
      />
    </Form.Item>
  )
}
