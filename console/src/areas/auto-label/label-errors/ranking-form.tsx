import { autoLabelEndpoints } from '@vermilion/contract/auto-label'
import { foldCounts, type LabelErrorRanking } from '@vermilion/contract/auto-label/label-errors'
import type { Dataset } from '@vermilion/contract/datasets'
import { estimateEndpoints } from '@vermilion/contract/tasks/estimates'
import { taskEndpoints } from '@vermilion/contract/tasks'
import { useQuery } from '@tanstack/react-query'
import Form, { type FormInstance } from 'antd/es/form'
import Radio from 'antd/es/radio'
import Select from 'antd/es/select'
import { EstimatedDuration } from '#areas/tasks'
import { call } from '#lib/api.ts'
import { useText } from '#lib/i18n.ts'
import { read, readList, refresh } from '#lib/query.ts'
import { notify } from '#ui/feedback/notify.tsx'
import { PartialStrip } from '#ui/feedback/states.tsx'
import { FormDrawer } from '#ui/form/form-drawer.tsx'
import { NumberInput } from '#ui/form/number-input.tsx'
import { required } from '#ui/form/rules.ts'
import { text } from './text.ts'

interface Typed {
  way: 'folds' | 'model'
  labeller?: string
  folds?: number
  epochs?: number | null
}

interface RankingFormProps {
  dataset: Dataset
  onClose: () => void
  onStarted: (rankingId: string) => void
}

export function RankingForm({ dataset, onClose, onStarted }: RankingFormProps) {
  const t = useText(text)
  const params = { datasetId: dataset.id }
  const labellers = useQuery(read(autoLabelEndpoints.listLabellers, { params }))
  const models = labellers.data?.filter(({ kind }) => kind === 'model') ?? []
  if (labellers.data === undefined && labellers.error === null) return null
  return (
    <FormDrawer<Typed, LabelErrorRanking>
      draft={`label-errors:${dataset.id}`}
      open
      width={560}
      title={t('find')}
      action={t('find')}
      failure={t('startFailed')}
      initial={{ way: 'folds', folds: foldCounts.usual, ...(models[0] && { labeller: models[0].id }) }}
      submit={({ way, labeller = '', folds = foldCounts.usual, epochs }) =>
        call(autoLabelEndpoints.startLabelErrorRanking, {
          params,
          body: way === 'model' ? { labeller } : { folds, parameters: { epochs: epochs ?? undefined } },
        })
      }
      fieldOf={{
        'auto-label.labeller-not-found': 'labeller',
        'auto-label.no-mapping': 'labeller',
        'auto-label.too-few': 'folds',
      }}
      renderSummary={(form) => <FoldEstimate dataset={dataset} form={form} />}
      onClose={onClose}
      onDone={({ id }) => {
        notify.success(t('started'))
        void refresh('/label-errors', '/datasets', '/tasks')
        onStarted(id)
      }}
    >
      {labellers.error !== null && <PartialStrip problem={labellers.error} onRetry={() => void labellers.refetch()} />}
      <Form.Item name="way" label={t('way')}>
        <Radio.Group
          options={[
            { value: 'folds', label: t('byFolds') },
            { value: 'model', label: t('byModel') },
          ]}
        />
      </Form.Item>
      <WayFields options={models.map(({ id, name }) => ({ value: id, label: name }))} />
    </FormDrawer>
  )
}

function WayFields({ options }: { options: readonly { value: string; label: string }[] }) {
  const t = useText(text)
  const way = Form.useWatch<Typed['way'] | undefined>('way')
  if (way === 'model')
    return (
      <Form.Item
        name="labeller"
        label={t('model')}
        extra={
          <>
            {options.length === 0 && <span className="block text-ink">{t('noModels')}</span>}
            {t('byModelHint')}
          </>
        }
        rules={[required(t('modelMissing'))]}
      >
        <Select options={[...options]} showSearch={{ optionFilterProp: 'label' }} />
      </Form.Item>
    )
  return (
    <>
      <p className="text-secondary margin-bottom-16">{t('byFoldsHint')}</p>
      <Form.Item name="folds" label={t('folds')} extra={t('foldsHint')} required>
        <NumberInput min={foldCounts.least} max={foldCounts.most} integer />
      </Form.Item>
      <Form.Item name="epochs" label={t('epochs')} extra={t('epochsHint')}>
        <NumberInput min={1} max={1_000} integer />
      </Form.Item>
    </>
  )
}

/** Tells how long the ranking takes: the time that earlier trainings of the starter took, times its trainings. */
function FoldEstimate({ dataset, form }: { dataset: Dataset; form: FormInstance<Typed> }) {
  const t = useText(text)
  const way = Form.useWatch('way', form)
  const folds = Form.useWatch('folds', form) ?? foldCounts.usual
  const epochs = Form.useWatch('epochs', form)
  const images = useQuery(read(taskEndpoints.listTrainingImages, {}))
  const starter = images.data?.find(
    ({ address, taskKind, labelTypes }) =>
      address.startsWith('builtin:') && taskKind === 'training' && labelTypes.includes(dataset.labelType),
  )
  const estimate = useQuery({
    ...readList(estimateEndpoints.estimateTask, {
      body: {
        image: starter?.name ?? '',
        imageCount: dataset.labeledCount,
        choices: [typeof epochs !== 'number' ? {} : { epochs }],
      },
    }),
    enabled: starter !== undefined && way === 'folds',
  })
  if (way !== 'folds' || estimate.data === undefined) return null
  const seconds = estimate.data.seconds[0] ?? null
  return (
    <p className="text-secondary tabular">
      {seconds === null ? (
        t('noEstimate')
      ) : (
        <>
          {t('estimate', { count: folds })}: <EstimatedDuration seconds={seconds * folds} />
        </>
      )}
    </p>
  )
}
