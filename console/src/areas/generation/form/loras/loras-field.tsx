import CloseOutlined from '@ant-design/icons/es/icons/CloseOutlined'
import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import { type LoraRow, maxLoras } from '@vermilion/contract/generations/config'
import { renderedFamily, strongestMaterial } from '@vermilion/contract/models/lora'
import type { WorkflowCapabilities } from '@vermilion/contract/generations/engines'
import Button from 'antd/es/button'
import Form from 'antd/es/form'
import { useText } from '#lib/i18n.ts'
import { NumberInput } from '#ui/form/number-input.tsx'
import styles from '../form.module.css'
import { isLora, modelEndpoints } from '@vermilion/contract/models'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import AutoComplete from 'antd/es/auto-complete'
import Select from 'antd/es/select'
import { readList } from '#lib/query.ts'
import { newLora } from '../form-values.ts'
import { partsText } from '../parts-text.ts'
import { text } from '../text.ts'

export interface LorasFieldProps {
  id?: string
  family: WorkflowCapabilities['loraFamily']
  value?: LoraRow[]
  onChange?: (loras: LoraRow[]) => void
}

const isUnfit = ({ enabled, name, minimum, maximum }: LoraRow) =>
  enabled &&
  (name === '' ||
    (minimum === null) !== (maximum === null) ||
    (minimum !== null && maximum !== null && minimum > maximum))

export function LorasField({ id, family, value = [], onChange }: LorasFieldProps) {
  const t = useText(text)
  const parts = useText(partsText)
  const isRefused = Form.Item.useStatus().status === 'error'
  const change = (at: number, changes: Partial<LoraRow>) =>
    onChange?.(value.map((lora, index) => (index === at ? { ...lora, ...changes } : lora)))
  return (
    <fieldset id={id} className="plain-group" aria-label={t('lora')}>
      {value.map((lora, at) => {
        const labelOf = (field: string) => parts('loraRow', { number: at + 1, field })
        const number = (key: 'strength' | 'minimum' | 'maximum') => (
          <NumberInput
            value={lora[key]}
            step={0.1}
            min={family === renderedFamily ? 0 : -10}
            max={family === renderedFamily ? strongestMaterial : 10}
            filled={key === 'strength'}
            aria-label={labelOf(parts(key))}
            placeholder={parts(key)}
            onChange={(next) => change(at, { [key]: next })}
          />
        )
        return (
          <div
            key={at}
            className={`${styles['lora']} grid gap-8 align-center margin-bottom-8 radius-8`}
            data-refused={isRefused && isUnfit(lora)}
          >
            <input
              className="width-16 height-16 margin-0 accent-primary"
              type="checkbox"
              checked={lora.enabled}
              aria-label={labelOf(parts('loraOn'))}
              onChange={({ target }) => change(at, { enabled: target.checked })}
            />
            <LoraName
              family={family}
              value={lora.name}
              label={labelOf(parts('loraName'))}
              onChange={(name) => change(at, { name })}
            />
            {number('strength')}
            {number('minimum')}
            {number('maximum')}
            <Button
              type="text"
              icon={<CloseOutlined aria-hidden />}
              aria-label={parts('removeLora', { number: at + 1 })}
              onClick={() => onChange?.(value.toSpliced(at, 1))}
            />
          </div>
        )
      })}
      <Button
        type="dashed"
        icon={<PlusOutlined aria-hidden />}
        disabled={value.length >= maxLoras}
        onClick={() => onChange?.([...value, newLora])}
      >
        {t('addLora')}
      </Button>
    </fieldset>
  )
}

interface LoraNameProps {
  family: WorkflowCapabilities['loraFamily']
  value: string
  label: string
  onChange: (name: string) => void
}

const maxOptions = 200

function LoraName({ family, value, label, onChange }: LoraNameProps) {
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
