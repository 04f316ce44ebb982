import { datasetEndpoints, type Dataset } from '@vermilion/contract/datasets'
import { useQuery } from '@tanstack/react-query'
import Form from 'antd/es/form'
import Select from 'antd/es/select'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { DataFieldsProps } from '#areas/tasks'
import { useText } from '#lib/i18n.ts'
import { read, refresh } from '#lib/query.ts'
import { PartialStrip } from '#ui/feedback/states.tsx'
import { useClearButton } from '#ui/form/use-clear-button.tsx'
import { DatasetSelect } from './dataset-select.tsx'
import styles from './datasets.module.css'
import { text } from './text.ts'
import { labeledStatuses } from '@vermilion/contract/datasets/items'
import { Link } from '@tanstack/react-router'
import Button from 'antd/es/button'
import { call } from '#lib/api.ts'
import { wait } from '#lib/wait.ts'
import { notify } from '#ui/feedback/notify.tsx'
import { problemWords } from '#ui/feedback/problem.ts'
import { required } from '#ui/form/rules.ts'
import { LeakageNote } from './likeness/leakage-note.tsx'
import { unlabeledText } from './unlabeled-text.ts'

export function TrainingData({ at, onLabelType }: DataFieldsProps) {
  const t = useText(text)
  const form = Form.useFormInstance()
  const path = ['dataSources', at]
  const datasetId = Form.useWatch<string | undefined>([...path, 'id'])
  const versionId = Form.useWatch<string | undefined>([...path, 'versionId'])
  const params = { datasetId: datasetId ?? '' }
  const dataset = useQuery({ ...read(datasetEndpoints.getDataset, { params }), enabled: datasetId !== undefined })
  const labelType = datasetId === undefined ? undefined : dataset.data?.labelType
  useEffect(() => onLabelType(labelType), [labelType, onLabelType])
  const setVersion = useCallback((id: string) => form.setFieldValue(['dataSources', at, 'versionId'], id), [form, at])
  const { fileCount = 0, labeledCount = 0 } = (datasetId !== undefined && dataset.data) || {}
  return (
    <>
      <Form.Item name={[at, 'id']} label={t('dataset')} rules={[required(t('datasetMissing'))]}>
        <DatasetSelect onChange={() => form.setFieldValue([...path, 'versionId'], undefined)} />
      </Form.Item>
      <VersionField at={at} datasetId={datasetId} />
      {datasetId !== undefined && versionId === undefined && <LeakageNote datasetId={datasetId} />}
      {fileCount !== labeledCount && versionId === undefined && (
        <output className={`${styles['blocked']} block padding-10-14 border-warning radius-8`}>
          <strong>{t('unlabeledBlock')}</strong>
          <p>{t('unlabeledCount', { unlabeled: fileCount - labeledCount, total: fileCount })}</p>
          {dataset.data !== undefined && (
            <UnlabeledChoices key={dataset.data.id} dataset={dataset.data} onVersion={setVersion} />
          )}
        </output>
      )}
    </>
  )
}

function VersionField({ at, datasetId }: { at: number; datasetId: string | undefined }) {
  const t = useText(text)
  const clearButton = useClearButton()
  const params = { datasetId: datasetId ?? '' }
  const versionsQuery = useQuery({
    ...read(datasetEndpoints.listVersions, { params, query: { limit: 100 } }),
    enabled: datasetId !== undefined,
  })
  if (versionsQuery.error !== null)
    return <PartialStrip problem={versionsQuery.error} onRetry={() => void versionsQuery.refetch()} />
  const ready = versionsQuery.data?.items.filter(({ status }) => status === 'success') ?? []
  if (ready.length === 0) return null
  return (
    <Form.Item name={[at, 'versionId']} label={t('version')}>
      <Select
        allowClear={clearButton}
        placeholder={t('asItIsNow')}
        options={ready.map(({ id, number, name }) => ({
          value: id,
          label: t('numberedVersion', { number: `${number}`, name }),
        }))}
      />
    </Form.Item>
  )
}

/** Milliseconds between polls of the version being made. */
const pollInterval = 500

interface UnlabeledChoicesProps {
  dataset: Dataset
  onVersion: (versionId: string) => void
}

function UnlabeledChoices({ dataset, onVersion }: UnlabeledChoicesProps) {
  const t = useText(unlabeledText)
  const [making, setMaking] = useState(false)
  const leaving = useRef<AbortController>(undefined)
  useEffect(() => () => leaving.current?.abort(), [])

  const trainOnLabeled = async (signal: AbortSignal) => {
    const body = { name: t('labeledImages'), filter: { status: [...labeledStatuses] } }
    let version = await call(datasetEndpoints.createVersion, { params: { datasetId: dataset.id }, body })
    const params = { versionId: version.id }
    while (version.status === 'processing') {
      await wait(pollInterval, signal)
      if (signal.aborted) return
      version = await call(datasetEndpoints.getVersion, { params })
    }
    if (version.status === 'failed') return notify.error(t('failed'))
    await refresh('/datasets')
    if (!signal.aborted) onVersion(version.id)
  }
  const make = () => {
    setMaking(true)
    const { signal } = (leaving.current = new AbortController())
    void trainOnLabeled(signal)
      .catch((problem: unknown) => signal.aborted || notify.error(problemWords(problem)))
      .finally(() => setMaking(false))
  }
  return (
    <p className="wrapping-row gap-8-16 margin-top-8">
      <Link
        to="/data-set/list/file/$id"
        params={{ id: dataset.id }}
        search={{ status: 'to-label,rejected' }}
        target="_blank"
      >
        {t('openUnlabeled')}
      </Link>
      {dataset.labeledCount > 0 && (
        <Button size="small" loading={making} onClick={make}>
          {t('trainOnLabeled', { count: dataset.labeledCount })}
        </Button>
      )}
    </p>
  )
}
