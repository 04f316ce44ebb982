import { attributeRules, type AttributeType, type LabelAttribute } from '@vermilion/contract/labels/dataset-labels'
import Input from 'antd/es/input/Input'
import { type ComponentType, type KeyboardEvent, useId, useState } from 'react'
import { flushSync } from 'react-dom'
import { isComposing } from '#lib/composing.ts'
import { useText } from '#lib/i18n.ts'
import { NumberInput } from '#ui/form/number-input.tsx'
import styles from './attributes-panel.module.css'
import { attributesText } from './attributes-text.ts'

type Value = string | number | boolean

interface FieldProps {
  id: string
  attribute: LabelAttribute
  /** Undefined when unset, or when the shapes differ. */
  value: Value | undefined
  differs: boolean
  onChange: (value: Value | undefined) => void
}

interface AttributeFieldProps {
  attribute: LabelAttribute
  values: readonly (Value | undefined)[]
  onChange: (value: Value | undefined) => void
}

export function AttributeField({ attribute, values, onChange }: AttributeFieldProps) {
  const t = useText(attributesText)
  const id = useId()
  const Field = fields[attribute.type]
  const [first] = values
  const differs = values.some((value) => value !== first)
  const { fits } = attributeRules[attribute.type]
  const unfit = values.find((value) => value !== undefined && !fits(value, attribute.options ?? []))
  return (
    <div className={`${styles['field']} grid gap-8 align-center min-height-32 font-13`}>
      <label htmlFor={id}>{attribute.name}</label>
      <Field id={id} attribute={attribute} value={differs ? undefined : first} differs={differs} onChange={onChange} />
      {unfit !== undefined && (
        <p className="flex all-columns gap-8 justify-between text-warning-text font-12" role="note">
          {t('unfit', { value: String(unfit) })}
          <button className="plain-button text-link" type="button" onClick={() => onChange(undefined)}>
            {t('remove')}
          </button>
        </p>
      )}
    </div>
  )
}

const fields: Record<AttributeType, ComponentType<FieldProps>> = {
  select: SelectField,
  text: TextField,
  number: NumberField,
  checkbox: CheckboxField,
}

function SelectField({ id, attribute, value, differs, onChange }: FieldProps) {
  const t = useText(attributesText)
  return (
    <select
      id={id}
      className="full-width min-height-26 padding-0-6 border-strong radius-6 ground-panel text-ink font-inherit"
      value={typeof value === 'string' ? value : ''}
      onChange={({ target }) => onChange(target.value === '' ? undefined : target.value)}
    >
      <option value="">{t(differs ? 'several' : 'notSet')}</option>
      {attribute.options?.map((option) => (
        <option key={option} value={option}>
          {option}
        </option>
      ))}
    </select>
  )
}

/** Typed text becomes one undo step when the field loses the focus or Enter is pressed; Escape restores it. */
function useDraftValue<Typed>(value: Typed, onChange: (value: Typed) => void) {
  const [draft, setDraft] = useState(value)
  const [committed, setCommitted] = useState(value)
  if (committed !== value) {
    setCommitted(value)
    setDraft(value)
  }
  const settle = () => draft !== value && onChange(draft)
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (isComposing(event.nativeEvent) || (event.key !== 'Enter' && event.key !== 'Escape')) return
    // The field loses the focus at once with its visible value, because the keys belong to the canvas again.
    if (event.key === 'Escape') flushSync(() => setDraft(value))
    event.currentTarget.blur()
  }
  return { typed: draft, setTyped: setDraft, keys: { onBlur: settle, onKeyDown } }
}

function TextField({ id, value, differs, onChange }: FieldProps) {
  const t = useText(attributesText)
  const {
    typed: draft,
    setTyped: setDraft,
    keys,
  } = useDraftValue(String(value ?? ''), (message) => onChange(message === '' ? undefined : message))
  return (
    <Input
      id={id}
      size="small"
      value={draft}
      maxLength={1_000}
      placeholder={t(differs ? 'several' : 'notSet')}
      onChange={({ target }) => setDraft(target.value)}
      {...keys}
    />
  )
}

function NumberField({ id, value, differs, onChange }: FieldProps) {
  const t = useText(attributesText)
  const current = typeof value === 'number' ? value : null
  const { typed: draft, setTyped: setDraft, keys } = useDraftValue(current, (number) => onChange(number ?? undefined))
  return (
    <NumberInput
      id={id}
      size="small"
      value={draft}
      placeholder={t(differs ? 'several' : 'notSet')}
      onChange={setDraft}
      {...keys}
    />
  )
}

function CheckboxField({ id, value, differs, onChange }: FieldProps) {
  return (
    <input
      id={id}
      type="checkbox"
      className={`${styles['checkbox']} height-16 accent-primary width-16`}
      checked={value === true}
      ref={(box) => {
        if (box) box.indeterminate = differs
      }}
      onChange={({ target }) => onChange(target.checked)}
    />
  )
}
