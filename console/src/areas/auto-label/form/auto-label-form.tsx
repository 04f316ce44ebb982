import { autoLabelEndpoints, type AutoLabelRun, type AutoLabelScope } from '@vermilion/contract/auto-label'
import { coordinates, type Labeller, labellerKinds } from '@vermilion/contract/auto-label/labellers'
import type { Dataset } from '@vermilion/contract/datasets'
import { usualConfidence } from '@vermilion/contract/detection/usual-confidence'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import Form, { type FormInstance } from 'antd/es/form'
import TextArea from 'antd/es/input/TextArea'
import Select from 'antd/es/select'
import { useState } from 'react'
import { filterOf, type ImageFilter } from '#areas/datasets'
import { ModelFacts, TilesField, usePictureSizes } from '#areas/models'
import { call } from '#lib/api.ts'
import { useText } from '#lib/i18n.ts'
import { read, refresh, readList } from '#lib/query.ts'
import { notify } from '#ui/feedback/notify.tsx'
import { PartialStrip } from '#ui/feedback/states.tsx'
import { FormDrawer } from '#ui/form/form-drawer.tsx'
import { required, requiredText } from '#ui/form/rules.ts'
import { touched } from '../run-actions.ts'
import { text } from '../text.ts'
import { ClassesField } from './classes-field.tsx'
import { ModelThreshold } from './model-threshold.tsx'
import { ownModelOf } from './own-model.ts'
import { PreviewField } from './preview-field.tsx'
import { EstimatedDuration } from '#areas/tasks'
import { runSpeed } from './run-speed.ts'
import { ScopeField, useScopeCounts } from './scope-field.tsx'
import type { Typed } from './typed.ts'
import styles from '../auto-label.module.css'

interface AutoLabelFormProps {
  dataset: Dataset
  images: ImageFilter | undefined
  onClose: () => void
  onStarted: (run: AutoLabelRun) => void
}

/** R5.03: the model, the labels and the images, with a preview on five of them. */
export function AutoLabelForm({ dataset, images, onClose, onStarted }: AutoLabelFormProps) {
  const t = useText(text)
  const params = { datasetId: dataset.id }
  const labellers = useQuery(read(autoLabelEndpoints.listLabellers, { params }))
  const filter = filterOf(images ?? {})
  const isFiltered = Object.values(filter).some((value) => value !== undefined)
  const counts = useScopeCounts(dataset.id, isFiltered ? filter : null)
  const [count, setCount] = useState<number | undefined>()
  const earlier = labellers.data?.find(({ name }) => name === dataset.modelName) ?? labellers.data?.[0]
  // The form waits for its defaults, so that visible values do not change.
  if ((labellers.data === undefined && labellers.error === null) || counts.unlabelled.isPending) return null
  const usualPrompt = (isOfEach: boolean) => {
    const names = dataset.labels.map(({ name }) => name)
    if (isOfEach)
      return names
        .map((name) => `${name}: ${name}`)
        .join('; ')
        .slice(0, 2_000)
    return t('usualPrompt', { labels: names.join(', ').slice(0, 1_500) })
  }
  const scopeOf = (kind: Typed['scope']): AutoLabelScope => (kind === 'filter' ? { kind, filter } : { kind })
  return (
    <FormDrawer<Typed, AutoLabelRun>
      draft={`auto-label:${dataset.id}`}
      open
      width={640}
      title={t('start')}
      action={count === undefined ? t('start') : count === 0 ? t('noImages') : t('startOn', { count })}
      isReady={count !== 0}
      failure={t('startFailed')}
      initial={{
        ...(earlier === undefined ? {} : { labeller: earlier.id }),
        prompt: dataset.prompt || usualPrompt(earlier?.kind === 'assist'),
        coordinates: 'auto',
        scope: isFiltered ? 'filter' : counts.unlabelled.data?.items === 0 ? 'all' : 'unlabelled',
        tiles: null,
        threshold: usualConfidence,
      }}
      submit={({ labeller = '', scope, ...typed }) =>
        call(autoLabelEndpoints.startAutoLabel, { params, body: { ...typed, labeller, scope: scopeOf(scope) } })
      }
      fieldOf={{
        'auto-label.labeller-not-found': 'labeller',
        'auto-label.no-mapping': 'labeller',
        'item.none-selected': 'scope',
      }}
      onValuesChange={(changed, form) => {
        if (!('labeller' in changed)) return
        form.setFieldValue('mapping', undefined)
        form.setFieldValue('tiles', null)
        // A suggested prompt is replaced; a typed one stays.
        const replaceable = ['', usualPrompt(false), usualPrompt(true)]
        if (replaceable.includes((form.getFieldValue('prompt') as string).trim()))
          form.setFieldValue('prompt', usualPrompt(changed.labeller?.startsWith('assist:') ?? false))
      }}
      renderSummary={(form) => <RunEstimate datasetId={dataset.id} form={form} count={count} />}
      onClose={onClose}
      onDone={(run) => {
        notify.success(t('started'))
        void refresh(...touched)
        onStarted(run)
      }}
    >
      {labellers.error !== null && <PartialStrip problem={labellers.error} onRetry={() => void labellers.refetch()} />}
      <LabellerField labellers={labellers.data ?? []} />
      <PromptField />
      <ClassesField labellers={labellers.data ?? []} labels={dataset.labels} />
      <CoordinatesField dataset={dataset} />
      <ScopeField counts={counts} isFiltered={isFiltered} onCount={setCount} />
      <LabellerTiles datasetId={dataset.id} />
      <ModelThreshold />
      <PreviewField dataset={dataset} scopeOf={scopeOf} />
    </FormDrawer>
  )
}

const kindWords = { model: 'ownModels', chat: 'services', assist: 'openVocabulary' } as const

function LabellerField({ labellers }: { labellers: readonly Labeller[] }) {
  const t = useText(text)
  const modelId = ownModelOf(Form.useWatch<string | undefined>('labeller') ?? '')
  const options = labellerKinds.flatMap((kind) => {
    const some = labellers.filter((one) => one.kind === kind)
    const label = t(kindWords[kind])
    return some.length === 0
      ? []
      : [
          {
            label,
            options: some.map(({ id, name, model }) => ({
              value: id,
              label: model === null ? name : `${name} · ${model}`,
            })),
          },
        ]
  })
  return (
    <Form.Item
      name="labeller"
      label={t('model')}
      extra={
        <>
          {modelId !== null && (
            <span className="block text-ink tabular">
              <ModelFacts modelId={modelId} />
            </span>
          )}
          {labellers.length === 0 && <span className="block text-ink tabular">{t('noModels')}</span>}
          {t('moreModels')} <Link to="/settings/services">{t('services')}</Link> ·{' '}
          <Link to="/settings/assist-models">{t('searchByWords')}</Link>
        </>
      }
      rules={[required(t('modelMissing'))]}
    >
      <Select options={options} showSearch={{ optionFilterProp: 'label' }} />
    </Form.Item>
  )
}

function PromptField() {
  const t = useText(text)
  const labeller = Form.useWatch<string | undefined>('labeller')
  const isRead = ownModelOf(labeller ?? '') === null
  const hint = labeller?.startsWith('assist:') === true ? 'promptOfEachHint' : 'promptHint'
  return (
    <Form.Item
      name="prompt"
      label={t('prompt')}
      extra={t(hint)}
      hidden={!isRead}
      required
      rules={[requiredText(t('promptMissing'))]}
    >
      <TextArea autoSize={{ minRows: 2, maxRows: 6 }} maxLength={2_000} />
    </Form.Item>
  )
}

function LabellerTiles({ datasetId }: { datasetId: string }) {
  const modelId = ownModelOf(Form.useWatch<string | undefined>('labeller') ?? '')
  const pictures = usePictureSizes({ kind: 'dataset', datasetId })
  return <TilesField modelId={modelId} pictures={pictures} />
}

function CoordinatesField({ dataset }: { dataset: Dataset }) {
  const t = useText(text)
  const labeller = Form.useWatch<string | undefined>('labeller')
  if (labeller?.startsWith('chat:') !== true || dataset.labelType !== 'target-detection') return null
  return (
    <Form.Item name="coordinates" label={t('coordinates')} extra={t('coordinatesHint')}>
      <Select options={coordinates.options.map((value) => ({ value, label: t(value) }))} />
    </Form.Item>
  )
}

const maxRuns = 50

interface RunEstimateProps {
  datasetId: string
  form: FormInstance<Typed>
  count: number | undefined
}

/** Estimates the run's duration from earlier runs on the dataset; without any, says so. */
function RunEstimate({ datasetId, form, count }: RunEstimateProps) {
  const t = useText(text)
  const labeller = Form.useWatch('labeller', form)
  const tiles = Form.useWatch('tiles', form) ?? null
  const query = { status: 'success', limit: maxRuns } as const
  const runs = useQuery(readList(autoLabelEndpoints.listAutoLabels, { params: { datasetId }, query }))
  const speed = labeller === undefined ? undefined : runSpeed(runs.data?.items ?? [], labeller, tiles)
  if (runs.data === undefined || labeller === undefined || count === undefined || count === 0) return null
  if (speed === undefined) return <p className={`${styles['estimate']} text-secondary tabular`}>{t('noEstimate')}</p>
  const perSecond = speed.imagesPerSecond.toPrecision(2)
  return (
    <p className={`${styles['estimate']} text-secondary tabular`}>
      <EstimatedDuration seconds={count / speed.imagesPerSecond} /> ·{' '}
      {t('asFast', { count: speed.runs, speed: `${Number(perSecond)}` })}
    </p>
  )
}
