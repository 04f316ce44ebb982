import Select from 'antd/es/select'
import { useText } from '#lib/i18n.ts'
import styles from './report.module.css'
import { type ImageChoice, imageChoices, type Shown } from '../results/displayed.ts'
import { text } from '../text.ts'
import { Threshold } from './threshold.tsx'
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
      <Threshold shown={shown} onShown={onShown} least={least} />
    </div>
  )
}
