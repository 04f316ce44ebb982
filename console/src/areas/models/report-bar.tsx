import { useText } from '#lib/i18n.ts'
import styles from './report.module.css'
import type { Shown } from './shown.ts'
import { text } from './text.ts'
import { ViewSwitch } from './view-switch.tsx'

interface ReportBarProps {
  shown: Shown
  onShown: (shown: Shown) => void
  /** The least score that the task kept. */
  least: number
}

/** What the gallery shows: which boxes, and from which score on. */
export function ReportBar({ shown, onShown, least }: ReportBarProps) {
  const t = useText(text)
  return (
    <div className={styles['bar']}>
      <ViewSwitch view={shown.view} onView={(view) => onShown({ ...shown, view })} />
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
    </div>
  )
}
