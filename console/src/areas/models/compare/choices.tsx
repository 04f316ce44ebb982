import { datasetEndpoints } from '@vermilion/contract/datasets'
import { isInferenceModel, modelEndpoints } from '@vermilion/contract/models'
import { useQueries, useQuery } from '@tanstack/react-query'
import Button from 'antd/es/button'
import Select from 'antd/es/select'
import { useState } from 'react'
import { DatasetSelect } from '#areas/datasets'
import { call } from '#lib/api.ts'
import { useText } from '#lib/i18n.ts'
import { read, readList, refresh } from '#lib/query.ts'
import { problemWords } from '#ui/feedback/problem.ts'
import { Status } from '#ui/feedback/status.tsx'
import { useAction } from '#ui/feedback/use-action.ts'
import styles from './compare.module.css'
import { maxModels } from './compare-action.ts'
import { compareText } from './text.ts'
import { isLearnedFrom, type Selected } from './use-selected.ts'

interface ChoicesProps {
  selected: Selected
  onChange: (next: { models?: string; dataset?: string; version?: string | undefined; label?: undefined }) => void
}

export function Choices({ selected, onChange }: ChoicesProps) {
  const t = useText(compareText)
  const { ids, datasetId, versions, versionId } = selected
  return (
    <div className={`${styles['choices']} grid gap-16 align-start margin-bottom-20`}>
      <label className="stack gap-4 min-width-0">
        <span>{t('models')}</span>
        <ModelsSelect ids={ids} onChange={(models) => onChange({ models: models.join(',') })} />
        <small className="faint">{t('modelsHint')}</small>
      </label>
      <label className="stack gap-4 min-width-0">
        <span>{t('dataset')}</span>
        <DatasetSelect
          {...(datasetId === undefined ? {} : { value: datasetId })}
          onChange={(dataset) => onChange({ dataset, version: undefined, label: undefined })}
        />
      </label>
      {versions?.length === 0 && datasetId !== undefined ? (
        <NoVersion datasetId={datasetId} isInProgress={selected.isVersionInProgress} />
      ) : (
        <label className="stack gap-4 min-width-0">
          <span>{t('version')}</span>
          <Select
            value={versions === undefined ? null : (versionId ?? null)}
            disabled={datasetId === undefined}
            placeholder={t('chooseVersion')}
            onChange={(version) => onChange({ version: version ?? undefined })}
            options={
              versions?.map((one) => ({
                value: one.id,
                label: [one.number, one.name, ...(isLearnedFrom(one) ? [t('onlyTraining')] : [])].join(' · '),
              })) ?? []
            }
          />
          {selected.query !== undefined && versions === undefined && selected.problem !== null && (
            <small className="faint" role="alert">
              {t('versionsFailed', { reason: problemWords(selected.problem) })}{' '}
              <Button size="small" onClick={selected.retry}>
                {t('retry')}
              </Button>
            </small>
          )}
        </label>
      )}
    </div>
  )
}

function NoVersion({ datasetId, isInProgress }: { datasetId: string; isInProgress: boolean }) {
  const t = useText(compareText)
  const [isMaking, make] = useAction(async () => {
    const body = { name: t('versionName') }
    await call(datasetEndpoints.createVersion, { params: { datasetId }, body })
    await refresh('/datasets')
  })
  return (
    <div className="stack gap-4 min-width-0">
      <span>{t('version')}</span>
      {isInProgress ? (
        <output>
          <Status tone="active">{t('versionInProgress')}</Status>
        </output>
      ) : (
        <Button loading={isMaking} onClick={make}>
          {t('makeVersion')}
        </Button>
      )}
      <small className="faint">{t('noVersionWords')}</small>
    </div>
  )
}

interface ModelsSelectProps {
  ids: readonly string[]
  onChange: (ids: string[]) => void
}

function ModelsSelect({ ids, onChange }: ModelsSelectProps) {
  const t = useText(compareText)
  const [typed, setTyped] = useState('')
  const selectedModels = useQueries({
    queries: ids.map((modelId) => read(modelEndpoints.getModel, { params: { modelId } })),
  }).flatMap(({ data }) => data ?? [])
  const first = selectedModels.find(isInferenceModel)
  const listed = useQuery(
    readList(modelEndpoints.listModels, {
      query: {
        limit: 50,
        runnable: 'true',
        ...(first === undefined ? {} : { labelType: first.labelType }),
        ...(typed.trim() === '' ? {} : { search: typed.trim() }),
      },
    }),
  )
  const others = (listed.data?.items ?? []).filter(({ id }) => !ids.includes(id))
  return (
    <Select
      mode="multiple"
      value={[...ids]}
      maxCount={maxModels}
      onChange={onChange}
      loading={listed.isPending}
      placeholder={t('chooseModels')}
      showSearch={{ filterOption: false, searchValue: typed, onSearch: setTyped }}
      options={[...selectedModels, ...others].map(({ id, name, version }) => ({
        value: id,
        label: `${name} v${version}`,
      }))}
    />
  )
}
