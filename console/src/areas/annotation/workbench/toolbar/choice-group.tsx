import { useId } from 'react'
import styles from './choice-group.module.css'

interface ChoiceGroupProps<Value> {
  name: string
  value: Value
  choices: readonly { value: Value; words: string }[]
  onChange: (value: Value) => void
}

/** A choice among a few options. */
export function ChoiceGroup<Value extends string>({ name, value, choices, onChange }: ChoiceGroupProps<Value>) {
  const id = useId()
  return (
    <span className={styles['choices']} role="radiogroup" aria-labelledby={id}>
      <span id={id}>{name}</span>
      {choices.map((choice) => (
        <label key={choice.value}>
          <input
            type="radio"
            name={`${id}-choice`}
            checked={choice.value === value}
            onChange={() => onChange(choice.value)}
          />
          <span>{choice.words}</span>
        </label>
      ))}
    </span>
  )
}
