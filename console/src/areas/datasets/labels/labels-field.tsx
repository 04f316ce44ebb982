import Input from 'antd/es/input/Input'
import { useState } from 'react'
import { isComposing } from '#lib/composing.ts'
import { useText } from '#lib/i18n.ts'
import { type LabelInput, moved, withTyped } from './label-input.ts'
import { LabelRow } from './label-row.tsx'
import { text } from './text.ts'

interface LabelsFieldProps {
  id?: string
  value?: LabelInput[]
  onChange?: (labels: LabelInput[]) => void
}

export function LabelsField({ id, value = [], onChange }: LabelsFieldProps) {
  const t = useText(text)
  const [inputText, setInputText] = useState('')
  const [opened, setOpened] = useState<number | null>(null)
  const add = () => {
    const labels = withTyped(value, inputText)
    if (labels.length > value.length) onChange?.(labels)
    setInputText('')
  }
  const move = (index: number, by: 1 | -1) => {
    setOpened(null)
    onChange?.(moved(value, index, by))
  }
  return (
    <div className="stack gap-6">
      {value.map((label, index) => (
        <LabelRow
          key={label.id ?? `new-${index}`}
          label={label}
          index={index}
          last={index === value.length - 1}
          usedShortcuts={value.flatMap((other, at) => (at === index ? [] : (other.shortcut ?? [])))}
          opened={opened === index}
          onOpen={() => setOpened(opened === index ? null : index)}
          onChange={(changes) => onChange?.(value.with(index, { ...label, ...changes }))}
          onMove={(by) => move(index, by)}
          onRemove={() => {
            setOpened(null)
            onChange?.(value.filter((_, at) => at !== index))
          }}
        />
      ))}
      <Input
        {...(id === undefined ? {} : { id })}
        value={inputText}
        placeholder={t('addLabel')}
        onChange={({ target }) => setInputText(target.value)}
        onBlur={add}
        onPressEnter={(event) => {
          if (inputText.trim() === '' || isComposing(event.nativeEvent)) return
          // Enter adds the label instead of submitting the form.
          event.preventDefault()
          add()
        }}
      />
    </div>
  )
}
