import { useText } from '#lib/i18n.ts'
import styles from './report.module.css'
import type { Shown } from '../results/displayed.ts'
import { text } from '../text.ts'

interface ThresholdProps {
  shown: Shown
  onShown: (shown: Shown) => void
  /** The least score that the task kept. */
  least: number
}

/** From which score on predictions are shown. */
export function Threshold({ shown, onShown, least }: ThresholdProps) {
  const t = useText(text)
  return (
    <label className={styles['threshold']}>
      <span>{t('threshold')}</span>
      <input
        type="range"
        min={least}
        max={1}
        step={0.01}
        value={shown.threshold}
        onChange={({ target }) => onShown({ ...shown, threshold: target.valueAsNumber })}
      />
      <output>{shown.threshold.toFixed(2)}</output>
    </label>
  )
}
