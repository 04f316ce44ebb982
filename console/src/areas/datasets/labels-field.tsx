import CloseOutlined from '@ant-design/icons/es/icons/CloseOutlined'
import type { labelInput } from '@vermilion/contract/dataset-labels'
import { labelColour } from '@vermilion/contract/labels/colours'
import Button from 'antd/es/button'
import Input from 'antd/es/input/Input'
import { useState } from 'react'
import type { z } from 'zod'
import { isComposing } from '#lib/composing.ts'
import { useText } from '#lib/i18n.ts'
import styles from './datasets.module.css'
import { text } from './text.ts'

export type LabelInput = z.input<typeof labelInput>

/** The first colour that none of the labels has. */
export function nextColour(labels: readonly LabelInput[]): string {
  const used = new Set(labels.map(({ colour }) => colour))
  const free = labels.map((_, index) => labelColour(index)).find((colour) => !used.has(colour))
  return free ?? labelColour(labels.length)
}

export function labelsValid(labels: readonly LabelInput[]): boolean {
  const names = labels.map(({ name }) => name.trim())
  return names.every((name) => name !== '') && new Set(names).size === names.length
}

interface LabelsFieldProps {
  id?: string
  value?: LabelInput[]
  onChange?: (labels: LabelInput[]) => void
}

/** A form field for the labels of a dataset: colour, name, and a row for the next one. */
export function LabelsField({ id, value = [], onChange }: LabelsFieldProps) {
  const t = useText(text)
  const [typed, setTyped] = useState('')
  const change = (place: number, part: Partial<LabelInput>) =>
    onChange?.(value.map((label, at) => (at === place ? { ...label, ...part } : label)))
  const add = () => {
    const names = typed.split(/[;；]/).map((name) => name.trim())
    const fresh = names.filter((name) => name !== '' && !value.some((label) => label.name === name))
    const labels = fresh.reduce<LabelInput[]>((made, name) => [...made, { name, colour: nextColour(made) }], value)
    if (labels.length > value.length) onChange?.(labels)
    setTyped('')
  }
  return (
    <div className={styles['labels']}>
      {value.map((label, place) => (
        <div key={label.id ?? `new-${place}`} className={styles['label']}>
          <input
            type="color"
            value={label.colour ?? '#e69f00'}
            onChange={({ target }) => change(place, { colour: target.value })}
            aria-label={t('labelColour', { name: label.name })}
          />
          <Input
            value={label.name}
            maxLength={100}
            onChange={({ target }) => change(place, { name: target.value })}
            aria-label={t('labelName', { index: place + 1 })}
          />
          <Button
            type="text"
            icon={<CloseOutlined aria-hidden />}
            aria-label={t('removeLabel', { name: label.name })}
            onClick={() => onChange?.(value.filter((_, at) => at !== place))}
          />
        </div>
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
