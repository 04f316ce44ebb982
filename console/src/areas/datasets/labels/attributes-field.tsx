import CloseOutlined from '@ant-design/icons/es/icons/CloseOutlined'
import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import {
  attributeRules,
  type AttributeType,
  attributeTypes,
  type AttributeValue,
} from '@vermilion/contract/labels/dataset-labels'
import Button from 'antd/es/button'
import Checkbox from 'antd/es/checkbox'
import Input from 'antd/es/input/Input'
import Select from 'antd/es/select'
import type { ComponentType } from 'react'
import { useText } from '#lib/i18n.ts'
import { NumberInput } from '#ui/form/number-input.tsx'
import { TagsField } from '#ui/form/tags-field.tsx'
import { useClearButton } from '#ui/form/use-clear-button.tsx'
import type { AttributeInput } from './label-input.ts'
import styles from './labels.module.css'
import { text } from './text.ts'

interface DefaultProps {
  value: AttributeValue | undefined
  options: readonly string[]
  label: string
  onChange: (value: AttributeValue | undefined) => void
}

function DefaultSelect({ value, options, label, onChange }: DefaultProps) {
  return (
    <Select<string | null>
      allowClear={useClearButton()}
      aria-label={label}
      placeholder={label}
      value={typeof value === 'string' ? value : null}
      onChange={(option) => onChange(option ?? undefined)}
      options={options.map((option) => ({ value: option, label: option }))}
    />
  )
}

const defaults: Record<AttributeType, ComponentType<DefaultProps>> = {
  select: DefaultSelect,
  text: ({ value, label, onChange }) => (
    <Input
      aria-label={label}
      placeholder={label}
      maxLength={1_000}
      value={typeof value === 'string' ? value : ''}
      onChange={({ target }) => onChange(target.value === '' ? undefined : target.value)}
    />
  ),
  number: ({ value, label, onChange }) => (
    <NumberInput
      aria-label={label}
      placeholder={label}
      value={typeof value === 'number' ? value : null}
      onChange={(amount) => onChange(amount ?? undefined)}
    />
  ),
  checkbox: ({ value, label, onChange }) => (
    <Checkbox checked={value === true} onChange={({ target }) => onChange(target.checked)}>
      {label}
    </Checkbox>
  ),
}

interface AttributesFieldProps {
  label: string
  value: readonly AttributeInput[]
  onChange: (attributes: AttributeInput[]) => void
}

export function AttributesField({ label, value, onChange }: AttributesFieldProps) {
  const t = useText(text)
  const change = (index: number, changes: Partial<AttributeInput>) => {
    // Undefined fields are dropped, such as values of the previous type.
    const next = Object.entries({ ...value[index], ...changes }).filter(([, one]) => one !== undefined)
    onChange([...value].with(index, Object.fromEntries(next) as AttributeInput))
  }
  return (
    <fieldset
      className={`${styles['attributes']} stack gap-12 align-flex-start min-width-0 padding-0 border-0`}
      aria-label={t('attributesOf', { name: label, count: value.length })}
    >
      {value.map(({ id, name, type, options = [], default: defaultValue }, index) => {
        const Default = defaults[type]
        return (
          <div key={id ?? `new-${index}`} className={`${styles['attribute']} grid gap-6 full-width`}>
            <Input
              value={name}
              maxLength={100}
              placeholder={t('attributeName')}
              aria-label={t('attributeNameOf', { index: index + 1 })}
              onChange={({ target }) => change(index, { name: target.value })}
            />
            <Select<AttributeType>
              value={type}
              aria-label={t('attributeType')}
              onChange={(next) => change(index, { type: next, options: undefined, default: undefined })}
              options={attributeTypes.map((one) => ({ value: one, label: t(`attribute-${one}`) }))}
            />
            <Button
              type="text"
              className={styles['tool'] ?? ''}
              icon={<CloseOutlined aria-hidden />}
              aria-label={t('removeAttribute', { name })}
              onClick={() => onChange(value.filter((_, at) => at !== index))}
            />
            {attributeRules[type].hasOptions && (
              <div className={`${styles['options']} stack note gap-4`}>
                <span aria-hidden>{t('options')}</span>
                <TagsField
                  label={t('options')}
                  value={options}
                  onChange={(next) =>
                    change(index, {
                      options: next,
                      default:
                        typeof defaultValue === 'string' && next.includes(defaultValue) ? defaultValue : undefined,
                    })
                  }
                />
              </div>
            )}
            <div className={`${styles['options']} stack note gap-4`}>
              <Default
                value={defaultValue}
                options={options}
                label={t('attributeDefault')}
                onChange={(next) => change(index, { default: next })}
              />
            </div>
          </div>
        )
      })}
      <Button
        size="small"
        icon={<PlusOutlined aria-hidden />}
        onClick={() => onChange([...value, { name: '', type: 'select', options: [] }])}
      >
        {t('addAttribute')}
      </Button>
    </fieldset>
  )
}
