import { datasetEndpoints } from '@vermilion/contract/datasets'
import { say } from '@vermilion/contract/kernel/text'
import { estimateEndpoints } from '@vermilion/contract/tasks/estimates'
import type { TrainingImage } from '@vermilion/contract/tasks'
import { trainingPresetsOf } from '@vermilion/contract/tasks/presets'
import { useQuery } from '@tanstack/react-query'
import Form from 'antd/es/form'
import { useEffect } from 'react'
import { useText } from '#lib/i18n.ts'
import { read, readList } from '#lib/query.ts'
import { useSystem } from '#lib/system.ts'
import { proposeTaskName } from '#lib/task-name.ts'
import { propose } from '#ui/form/form-fields.ts'
import { EstimatedDuration } from '../estimate/estimated-duration.tsx'
import type { TypedTask } from './form-values.ts'
import { InputSizeProposal } from './input-size-proposal.tsx'
import { presetOf } from './is-preset.ts'
import styles from './proposals.module.css'
import { proposalText } from './proposal-text.ts'

interface ProposalsProps {
  trainers: readonly TrainingImage[]
  isNew: boolean
}

export function Proposals({ trainers, isNew }: ProposalsProps) {
  const t = useText(proposalText)
  const language = useSystem((system) => system.lang)
  const form = Form.useFormInstance<TypedTask>()
  const [source] = Form.useWatch<TypedTask['dataSources'] | undefined>('dataSources') ?? []
  const datasetId = source?.kind === 'dataset' ? source.id : undefined
  const dataset = useQuery({
    ...read(datasetEndpoints.getDataset, { params: { datasetId: datasetId ?? '' } }),
    enabled: datasetId !== undefined,
  })
  useProposedName(isNew ? (dataset.data?.name ?? '') : null)
  const imageName = Form.useWatch<string | undefined>('image')
  const pool = Form.useWatch<string | undefined>('pool')
  const parameters = Form.useWatch<TypedTask['parameters'] | undefined>('parameters') ?? {}
  const image = trainers.find(({ name }) => name === imageName)
  const presets = image === undefined ? [] : trainingPresetsOf(image)
  const imageCount = datasetId === undefined ? undefined : dataset.data?.fileCount
  const choices = presets.map(({ values }) => ({ ...parameters, ...values }))
  const estimates = useQuery({
    ...readList(estimateEndpoints.estimateTask, {
      body: { image: imageName ?? '', pool, imageCount: imageCount ?? 0, choices },
    }),
    enabled: presets.length > 0 && imageCount !== undefined,
  })
  if (image === undefined || presets.length === 0) return null
  const isEstimated = estimates.data?.seconds.some((seconds) => seconds !== null) === true
  const current = presetOf(image, parameters)
  return (
    <fieldset className={`${styles['presets']} grid gap-8 margin-0-0-16 padding-0 border-0`}>
      <legend>{t('presets')}</legend>
      {presets.map(({ preset, values }, index) => (
        <label
          className="field-frame stack relative padding-10-14 cursor-pointer"
          key={preset}
          data-chosen={current?.preset === preset}
        >
          <input
            className="absolute"
            style={{ opacity: 0 }}
            type="radio"
            name="training-preset"
            checked={current?.preset === preset}
            onChange={() => form.setFieldsValue({ parameters: { ...parameters, ...values } })}
          />
          <strong className="weight-600">{t(preset)}</strong>
          <span className="note">
            {Object.entries(values).map(([name, value]) => {
              const label = image.parameters[name]?.label
              return `${label === undefined ? name : say(label, language)} ${value}`
            })}
          </span>
          {isEstimated && (
            <small className="note">
              <EstimatedDuration seconds={estimates.data?.seconds[index] ?? null} />
            </small>
          )}
        </label>
      ))}
      {datasetId !== undefined && <InputSizeProposal image={image} datasetId={datasetId} />}
      {!isEstimated && !estimates.isFetching && (
        <small className="note all-columns">{t(imageCount === undefined ? 'afterDataset' : 'neverTrained')}</small>
      )}
    </fieldset>
  )
}

function useProposedName(datasetName: string | null): void {
  const form = Form.useFormInstance<TypedTask>()
  useEffect(() => {
    if (datasetName !== null) propose(form, 'name', proposeTaskName(datasetName, 'training'))
  }, [form, datasetName])
}
