import { datasetEndpoints } from '@vermilion/contract/datasets'
import { fineTuningEndpoints } from '@vermilion/contract/fine-tunings/endpoints'
import { modelEndpoints } from '@vermilion/contract/models'
import { spaceEndpoints } from '@vermilion/contract/spaces'
import { useQuery } from '@tanstack/react-query'
import Form from 'antd/es/form'
import { useEffect } from 'react'
import { read } from '#lib/query.ts'
import { proposeTaskName } from '#lib/task-name.ts'
import { propose } from '#ui/form/form-fields.ts'
import type { TypedFineTuning } from './form-values.ts'
import { freeLoraName, triggerWordsOf } from './lora-name.ts'

const maxNames = 200

function useAbout(): string | undefined {
  const kind = Form.useWatch<TypedFineTuning['kind'] | undefined>('kind')
  const spaceId = Form.useWatch<string | undefined>('spaceId')
  const datasetId = Form.useWatch<string | undefined>('datasetId')
  const folder = Form.useWatch<string | undefined>('folder')
  const space = useQuery({
    ...read(spaceEndpoints.getSpace, { params: { spaceId: spaceId ?? '' } }),
    enabled: kind === 'space' && spaceId !== undefined,
  })
  const dataset = useQuery({
    ...read(datasetEndpoints.getDataset, { params: { datasetId: datasetId ?? '' } }),
    enabled: kind === 'dataset' && datasetId !== undefined,
  })
  if (kind === 'dataset') return dataset.data?.name
  const [last] = folder?.split('/').filter(Boolean).slice(-1) ?? []
  return kind === 'space' ? (last ?? space.data?.name) : undefined
}

export function ProposedNames() {
  const form = Form.useFormInstance<TypedFineTuning>()
  const about = useAbout()
  const loras = useQuery(read(modelEndpoints.listModels, { query: { type: 'lora-model', limit: maxNames } }))
  const tasks = useQuery(read(fineTuningEndpoints.listFineTunings, { query: { limit: maxNames } }))
  const isKnown = about !== undefined && loras.data !== undefined && tasks.data !== undefined
  const used = [
    ...(loras.data?.items ?? []).map(({ name }) => name),
    ...(tasks.data?.items ?? []).map((task) => task.loraName),
  ]
  const name = isKnown ? freeLoraName(about, new Set(used)) : undefined
  useEffect(() => {
    if (name === undefined || form.isFieldTouched('loraName')) return
    propose(form, 'loraName', name)
    propose(form, 'triggerWords', triggerWordsOf(name))
    propose(form, 'name', proposeTaskName(`lora-${name}`, 'lora'))
  }, [form, name])
  return null
}
