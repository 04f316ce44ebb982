import { leastScore } from '@vermilion/contract/auto-label'
import styles from '../auto-label.module.css'

interface ThresholdFieldProps {
  id?: string
  value?: number
  onChange?: (value: number) => void
}

/** From which score on something is suggested. */
export function ThresholdField({ id, value = 0, onChange }: ThresholdFieldProps) {
  return (
    <span className={styles['threshold']}>
      <input
        id={id}
        type="range"
        min={leastScore}
        max={1}
        step={0.01}
        value={value}
        onChange={({ target }) => onChange?.(target.valueAsNumber)}
      />
      <output htmlFor={id}>{value.toFixed(2)}</output>
    </span>
  )
}
