/* eslint-disable jsx-a11y/prefer-tag-over-role -- a fieldset's legend stands in its border */
import { type ReactNode, useId } from 'react'
import { useText } from '#lib/i18n.ts'
import { PlainSelect } from '../select/plain-select.tsx'
import styles from './filter-fields.module.css'
import { DayField } from './day-field.tsx'
import { filterText } from './filter-text.ts'

export function FilterFields({ children }: { children: ReactNode }) {
  return <div className={`${styles['panel']} stack gap-14 max-full-width`}>{children}</div>
}

export function FilterField({
  name,
  pair = false,
  children,
}: {
  name: ReactNode
  pair?: boolean
  children: ReactNode
}) {
  const id = useId()
  return (
    <div className="stack note gap-4" role="group" aria-labelledby={id}>
      <span id={id}>{name}</span>
      {pair ? <span className="grid columns-2-loose gap-8">{children}</span> : children}
    </div>
  )
}

interface FilterChoiceProps<Value extends string> {
  name: string
  any: string
  value: Value | undefined
  options: readonly { value: Value; label: string }[]
  onChange: (value: Value | undefined) => void
}

export function FilterChoice<Value extends string>({ name, any, value, options, onChange }: FilterChoiceProps<Value>) {
  return (
    <label className="stack note gap-4">
      {name}
      <PlainSelect
        value={value ?? ''}
        onChange={({ target }) => onChange(options.find((option) => option.value === target.value)?.value)}
      >
        <option className="ground-raised" value="">
          {any}
        </option>
        {options.map((option) => (
          <option className="ground-raised" key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </PlainSelect>
    </label>
  )
}

interface FilterDaysProps {
  name: string
  from: string | undefined
  to: string | undefined
  onChange: (changes: { from?: string | undefined; to?: string | undefined }) => void
}

export function FilterDays({ name, from, to, onChange }: FilterDaysProps) {
  const t = useText(filterText)
  return (
    <FilterField name={name} pair>
      <DayField label={`${name} ${t('from')}`} value={from} max={to} onChange={(day) => onChange({ from: day })} />
      <DayField label={`${name} ${t('to')}`} value={to} min={from} onChange={(day) => onChange({ to: day })} />
    </FilterField>
  )
}

interface FilterYesProps {
  text: string
  value: boolean
  onChange: (value: true | undefined) => void
}

export function FilterYes({ text: message, value, onChange }: FilterYesProps) {
  return (
    <label className="row gap-8 cursor-pointer">
      <input
        className="height-16 margin-0 accent-primary"
        style={{ width: 16 }}
        type="checkbox"
        checked={value}
        onChange={({ target }) => onChange(target.checked ? true : undefined)}
      />
      {message}
    </label>
  )
}
