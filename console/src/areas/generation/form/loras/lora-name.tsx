import type { WorkflowCapabilities } from '@vermilion/contract/generations/engines'
import { isLora, modelEndpoints } from '@vermilion/contract/models'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import AutoComplete from 'antd/es/auto-complete'
import Select from 'antd/es/select'
import { useText } from '#lib/i18n.ts'
import { readList } from '#lib/query.ts'
import { partsText } from '../parts-text.ts'

interface LoraNameProps {
  family: WorkflowCapabilities['loraFamily']
  value: string
  label: string
  onChange: (name: string) => void
}

const maxOptions = 200

export function LoraName({ family, value, label, onChange }: LoraNameProps) {
  const parts = useText(partsText)
  const query = { type: 'lora-model', limit: maxOptions, ...(family === null ? {} : { family }) } as const
  const { data } = useQuery(readList(modelEndpoints.listModels, { query }))
  const loras = data?.items.filter(isLora) ?? []
  const field = { 'aria-label': label, placeholder: parts('loraName') }
  if (family === null) {
    return (
      <AutoComplete
        {...field}
        value={value}
        showSearch={{ filterOption: true }}
        options={loras
          .filter(({ lora }) => lora.family !== 'materials')
          .map(({ name }) => ({ value: `${name}.safetensors` }))}
        onChange={(name: string) => onChange(name.slice(0, 300))}
      />
    )
  }
  return (
    <Select
      {...field}
      value={value === '' ? null : value}
      showSearch
      options={loras.map(({ name }) => ({ value: name, label: name }))}
      notFoundContent={
        <Link to="/fineTuning/tasks" search={{ create: true }}>
          {parts('noLoras')}
        </Link>
      }
      onChange={(name: string) => onChange(name)}
    />
  )
}
