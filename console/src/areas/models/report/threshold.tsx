import { useText } from '#lib/i18n.ts'
import styles from './threshold.module.css'
import type { DisplayOptions } from '../results/displayed.ts'
import { text } from './text.ts'

interface ThresholdProps {
  display: DisplayOptions
  onDisplay: (display: DisplayOptions) => void
  /** The least score that the task kept. */
  least: number
}

/** From which score on predictions are shown. */
export function Threshold({ display, onDisplay, least }: ThresholdProps) {
  const t = useText(text)
  return (
    <label className={styles['threshold']}>
      <span>{t('threshold')}</span>
      <input
        type="range"
        min={least}
        max={1}
        step={0.01}
        value={display.threshold}
        onChange={({ target }) => onDisplay({ ...display, threshold: target.valueAsNumber })}
      />
      <output>{display.threshold.toFixed(2)}</output>
    </label>
  )
}
