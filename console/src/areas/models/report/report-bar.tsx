import Select from 'antd/es/select'
import { useText } from '#lib/i18n.ts'
import styles from './report.module.css'
import { type ImageChoice, imageChoices, type DisplayOptions } from '../results/displayed.ts'
import { text } from './text.ts'
import { Threshold, useMinScoreNote } from './threshold.tsx'
import { ViewSwitch } from './view-switch.tsx'

interface ReportBarProps {
  display: DisplayOptions
  onDisplay: (display: DisplayOptions) => void
  labeled: boolean
  minScore: number
}

export function ReportBar({ display, onDisplay, labeled, minScore }: ReportBarProps) {
  const t = useText(text)
  const scoreNote = useMinScoreNote(minScore)
  return (
    <div className={styles['bar']}>
      {labeled && <ViewSwitch view={display.view} onView={(view) => onDisplay({ ...display, view })} />}
      <Select<ImageChoice>
        aria-label={t('imagesShown')}
        style={{ minWidth: 190 }}
        value={display.images}
        onChange={(images) => onDisplay({ ...display, images })}
        options={imageChoices
          .filter((choice) => labeled || choice === 'all' || choice === 'shown')
          .map((choice) => ({ value: choice, label: t(`images-${choice}`) }))}
      />
      <Threshold display={display} onDisplay={onDisplay} minScore={minScore} note={scoreNote} />
    </div>
  )
}
