import { useId } from 'react'
import styles from './choice-group.module.css'

interface ChoiceGroupProps<Value> {
  name: string
  value: Value
  choices: readonly { value: Value; text: string }[]
  onChange: (value: Value) => void
}

export function ChoiceGroup<Value extends string>({ name, value, choices, onChange }: ChoiceGroupProps<Value>) {
  const id = useId()
  return (
    <span className={`${styles['choices']} inline-row note gap-2 nowrap`} role="radiogroup" aria-labelledby={id}>
      <span className="padding-0-6" id={id}>
        {name}
      </span>
      {choices.map((choice) => (
        <label className="relative" key={choice.value}>
          <input
            className="absolute inset-0 margin-0 cursor-pointer"
            style={{ opacity: 0 }}
            type="radio"
            name={`${id}-choice`}
            checked={choice.value === value}
            onChange={() => onChange(choice.value)}
          />
          <span className="block radius-8" style={{ padding: '4px 8px' }}>
            {choice.text}
          </span>
        </label>
      ))}
    </span>
  )
}
