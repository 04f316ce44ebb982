import Select from 'antd/es/select'
import { useText } from '#lib/i18n.ts'
import styles from './report.module.css'
import { type ImageChoice, imageChoices, type Shown } from './shown.ts'
import { text } from './text.ts'
import { ViewSwitch } from './view-switch.tsx'

interface ReportBarProps {
  shown: Shown
  onShown: (shown: Shown) => void
  /** Whether there is truth to compare with. */
  labeled: boolean
  /** The least score that the task kept. */
  least: number
}

/** What the gallery shows: which boxes, and from which score on. */
export function ReportBar({ shown, onShown, labeled, least }: ReportBarProps) {
  const t = useText(text)
  return (
    <div className={styles['bar']}>
      {labeled && <ViewSwitch view={shown.view} onView={(view) => onShown({ ...shown, view })} />}
      <Select<ImageChoice>
        aria-label={t('imagesShown')}
        style={{ minWidth: 190 }}
        value={shown.images}
        onChange={(images) => onShown({ ...shown, images })}
        options={imageChoices
          .filter((choice) => labeled || choice === 'all' || choice === 'shown')
          .map((choice) => ({ value: choice, label: t(`images-${choice}`) }))}
      />
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
