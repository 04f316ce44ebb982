import { type Conversion, conversionEndpoints, type conversionKinds } from '@vermilion/contract/models/conversions'
import type { InferenceModel } from '@vermilion/contract/models'
import { workEndpoints } from '@vermilion/contract/work'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import Button from 'antd/es/button'
import { useState } from 'react'
import { call } from '#lib/api.ts'
import { formatMeasure, formatSize } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { read, refresh } from '#lib/query.ts'
import { notify } from '#ui/feedback/notify.tsx'
import { ProgressBar } from '#ui/feedback/progress.tsx'
import { ProblemState } from '#ui/feedback/states.tsx'
import { Status } from '#ui/feedback/status.tsx'
import { Ago } from '#ui/moment.tsx'
import { measureText } from '#ui/measure/measure-text.ts'
import styles from '../lineage/lineage.module.css'
import { conversionKindText } from './kind-text.ts'
import { convertText } from './text.ts'
import Form from 'antd/es/form'
import Select from 'antd/es/select'
import { DatasetSelect } from '#areas/datasets'
import { FormDrawer } from '#ui/form/form-drawer.tsx'
import { required } from '#ui/form/rules.ts'
import { ModelLink } from '#ui/page/thing-links.tsx'
import { attempt } from '#ui/feedback/use-action.ts'
import { VersionSelect } from '../inference/dataset-fields.tsx'
import { NumberField } from '../inference/source-fields.tsx'

/** Milliseconds between polls of a conversion. */
const pollEvery = 1_000
const tones = { processing: 'active', success: 'good', failed: 'bad' } as const

export function ConversionList({ model }: { model: InferenceModel }) {
  const t = useText(convertText)
  const kindName = useText(conversionKindText)
  const [isOpen, setOpen] = useState(false)
  const params = { modelId: model.id }
  const conversions = useQuery({
    ...read(conversionEndpoints.listConversions, { params, query: { limit: 20 } }),
    refetchInterval: ({ state }) => (state.data?.items.some(isUnderWay) === true ? pollEvery : false),
  })
  const items = conversions.data?.items ?? []
  return (
    <section className={`${styles['lineage']} grid gap-12`} aria-label={t('conversions')}>
      <p>
        <Button onClick={() => setOpen(true)}>{t('convert')}</Button>
      </p>
      {conversions.error !== null && (
        <ProblemState problem={conversions.error} onRetry={() => void conversions.refetch()} />
      )}
      <ul>
        {items.map((one) => (
          <li
            className="grid gap-4-12 padding-6-0 border-bottom"
            style={{ gridTemplateColumns: '110px minmax(0, 1fr) auto' }}
            key={one.id}
          >
            <span className="text-tertiary">{kindName(one.kind)}</span>
            <ConversionWords conversion={one} sourceId={model.id} />
            <Ago time={one.createdAt} />
          </li>
        ))}
      </ul>
      {isOpen && <ConvertForm model={model} onClose={() => setOpen(false)} />}
    </section>
  )
}

/** A finished conversion is still measured for a while. */
const isUnderWay = ({ status, measuring }: Conversion) => status === 'processing' || measuring === 'running'

function ConversionWords({ conversion, sourceId }: { conversion: Conversion; sourceId: string }) {
  const t = useText(convertText)
  const { status, problem, detail, progress, jobId, modelId, modelVersion, modelSize, datasetId, versionId } =
    conversion
  const stop = (workId: string) =>
    attempt(async () => {
      await call(workEndpoints.stopWork, { params: { workId } })
      await refresh('/models')
    })
  return (
    <span className={`${styles['name']} flex wrap gap-2-10 align-baseline`}>
      <Status tone={tones[status]}>{t(status === 'failed' ? 'status-failed' : status)}</Status>
      {status === 'processing' && (
        <>
          <ProgressBar done={progress?.done ?? 0} total={progress?.total ?? 0} label={t('processing')} />
          {jobId !== null && (
            <Button size="small" onClick={() => void stop(jobId)}>
              {t('stop')}
            </Button>
          )}
        </>
      )}
      {problem !== null && <small>{t(`problem-${problem}`, { detail })}</small>}
      {status === 'success' && modelId === null && <Status tone="neutral">{t('deleted')}</Status>}
      {modelId !== null && (
        <>
          <ModelLink id={modelId}>{t('result', { version: modelVersion ?? 0 })}</ModelLink>
          <small>{formatSize(modelSize)}</small>
          <Accuracy conversion={conversion} />
          {conversion.measuring !== 'removed' && (
            <Link
              to="/model/compare"
              search={{ models: `${sourceId},${modelId}`, dataset: datasetId, version: versionId }}
            >
              {t('compare')}
            </Link>
          )}
        </>
      )}
    </span>
  )
}

function Accuracy({ conversion }: { conversion: Conversion }) {
  const { previous, result, measuring, meanDifference, largestDifference } = conversion
  const t = useText(convertText)
  const named = useText(measureText)
  const percent = (fraction: number | null) => (100 * (fraction ?? 0)).toFixed(2)
  return (
    <small>
      {previous === null || result === null || previous.figure === 'f1'
        ? t(`measuring-${measuring ?? 'running'}`)
        : t('accuracy', {
            figure: named(previous.figure),
            previous: formatMeasure(previous.value),
            result: formatMeasure(result.value),
            difference:
              previous.value === null || result.value === null ? '--' : (result.value - previous.value).toFixed(3),
          })}
      {' · '}
      {t('differs', { mean: percent(meanDifference), largest: percent(largestDifference) })}
    </small>
  )
}

interface Typed {
  kind: (typeof conversionKinds)[number]
  datasetId: string
  versionId: string
  pictures: number
}

function ConvertForm({ model, onClose }: { model: InferenceModel; onClose: () => void }) {
  const t = useText(convertText)
  return (
    <FormDrawer<Typed, Conversion>
      draft={`convert-model:${model.id}`}
      open
      title={t('title', { name: model.name })}
      action={t('convert')}
      failure={t('failed')}
      initial={{ kind: 'float16', ...(model.datasetId === null ? {} : { datasetId: model.datasetId }), pictures: 32 }}
      submit={(body) => call(conversionEndpoints.convertModel, { params: { modelId: model.id }, body })}
      fieldOf={{ 'dataset.not-found': 'datasetId', 'version.not-found': 'versionId', 'version.not-ready': 'versionId' }}
      onValuesChange={(changed, form) => 'datasetId' in changed && form.setFieldValue('versionId', undefined)}
      onClose={onClose}
      onDone={() => {
        notify.success(t('started'))
        void refresh('/models')
        onClose()
      }}
    >
      <Form.Item name="kind" label={t('kind')}>
        <Select options={(['float16', 'dynamic', 'int8'] as const).map((value) => ({ value, label: t(value) }))} />
      </Form.Item>
      <Form.Item name="datasetId" label={t('dataset')} rules={[required(t('required'))]}>
        <DatasetSelect />
      </Form.Item>
      <VersionField />
      <NumberField name="pictures" label={t('pictures')} minimum={1} maximum={500} step={8} />
    </FormDrawer>
  )
}

function VersionField() {
  const t = useText(convertText)
  const datasetId = Form.useWatch<string | undefined>('datasetId')
  return (
    <Form.Item name="versionId" label={t('version')} extra={t('versionHint')} rules={[required(t('required'))]}>
      <VersionSelect datasetId={datasetId} />
    </Form.Item>
  )
}
