import Input from 'antd/es/input/Input'
import { useState } from 'react'
import { isComposing } from '#lib/composing.ts'
import { useText } from '#lib/i18n.ts'
import { type LabelInput, moved, withTyped } from './label-input.ts'
import { LabelRow } from './label-row.tsx'
import styles from './labels.module.css'
import { text } from './text.ts'

interface LabelsFieldProps {
  id?: string
  value?: LabelInput[]
  onChange?: (labels: LabelInput[]) => void
}

/** A form field for the labels of a dataset: order, colour, name, key, attributes, and a row for the next one. */
export function LabelsField({ id, value = [], onChange }: LabelsFieldProps) {
  const t = useText(text)
  const [typed, setTyped] = useState('')
  const [opened, setOpened] = useState<number | null>(null)
  const add = () => {
    const labels = withTyped(value, typed)
    if (labels.length > value.length) onChange?.(labels)
    setTyped('')
  }
  const move = (place: number, by: 1 | -1) => {
    setOpened(null)
    onChange?.(moved(value, place, by))
  }
  return (
    <div className={styles['labels']}>
      {value.map((label, index) => (
        <LabelRow
          key={label.id ?? `new-${index}`}
          label={label}
          place={index}
          last={index === value.length - 1}
          taken={value.flatMap((other, at) => (at === index ? [] : (other.shortcut ?? [])))}
          opened={opened === index}
          onOpen={() => setOpened(opened === index ? null : index)}
          onChange={(part) => onChange?.(value.with(index, { ...label, ...part }))}
          onMove={(by) => move(index, by)}
          onRemove={() => {
            setOpened(null)
            onChange?.(value.filter((_, at) => at !== index))
          }}
        />
      ))}
      <Input
        {...(id === undefined ? {} : { id })}
        value={typed}
        placeholder={t('addLabel')}
        onChange={({ target }) => setTyped(target.value)}
        onBlur={add}
        onPressEnter={(event) => {
          if (typed.trim() === '' || isComposing(event.nativeEvent)) return
          // Enter adds the label here; it does not send the form.
          event.preventDefault()
          add()
        }}
      />
    </div>
  )
}
