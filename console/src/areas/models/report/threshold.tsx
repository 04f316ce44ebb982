import { type CSSProperties, useId } from 'react'
import { useText } from '#lib/i18n.ts'
import styles from './threshold.module.css'
import type { DisplayOptions } from '../results/displayed.ts'
import { text } from './text.ts'

interface ThresholdProps {
  display: DisplayOptions
  onDisplay: (display: DisplayOptions) => void
  minScore: number
  note?: string | undefined
}

/** From this minimum on, the scale marks the lowest score, which is visible beside the knob. */
const minThreshold = 0.05

export function useMinScoreNote(minScore: number): string | undefined {
  const t = useText(text)
  return minScore > 0 ? t('keptFrom', { value: minScore.toFixed(2) }) : undefined
}

/** The threshold of shown predictions. The scale starts at 0; the knob stays within known scores. */
export function Threshold({ display, onDisplay, minScore, note }: ThresholdProps) {
  const noteId = useId()
  const t = useText(text)
  return (
    <label
      className={`${styles['threshold']} wrapping-row note gap-0-8 nowrap`}
      title={note}
      data-cut={minScore >= minThreshold || undefined}
      style={{ '--least': minScore } as CSSProperties}
    >
      <span>{t('threshold')}</span>
      <input
        className="radius-2 cursor-pointer no-appearance round-knob height-4 margin-0"
        type="range"
        min={0}
        max={1}
        step={0.01}
        value={display.threshold}
        aria-describedby={note === undefined ? undefined : noteId}
        onChange={({ target }) => onDisplay({ ...display, threshold: Math.max(minScore, target.valueAsNumber) })}
      />
      <output className="text-ink text-right weight-600 tabular">{display.threshold.toFixed(2)}</output>
      {note !== undefined && (
        <small className="hint hidden white-space-normal" style={{ flex: '1 1 auto' }} id={noteId} aria-hidden>
          {note}
        </small>
      )}
    </label>
  )
}
