import type { ComparedFigure } from '@vermilion/contract/models/comparisons'
import { isSignificant } from '@vermilion/contract/evaluation/resampling/bootstrap'
import type { CSSProperties } from 'react'
import { formatMeasure, unknownValue } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import styles from './compare.module.css'
import { compareText } from './text.ts'

export const signed = (value: number) => `${value > 0 ? '+' : ''}${value.toFixed(3)}`

const share = (value: number) => `${Math.min(1, Math.max(0, value)) * 100}%`

export function IntervalBar({ figure }: { figure: ComparedFigure | undefined }) {
  const t = useText(compareText)
  if (figure === undefined || figure.value === null) return unknownValue
  const { value, interval, difference } = figure
  const limits = interval ?? { low: value, high: value }
  const style = { '--low': share(limits.low), '--high': share(limits.high), '--value': share(value) } as CSSProperties
  const isSure = difference !== null && difference.interval !== null && isSignificant(difference.interval)
  const tone = !isSure ? undefined : difference.value > 0 ? 'better' : 'worse'
  return (
    <span className={`${styles['figure']} inline-grid gap-4`}>
      <span className="flex gap-8">
        <b className="weight-500">{formatMeasure(value)}</b>
        {difference !== null && (
          <i className="text-tertiary upright" data-tone={tone} title={isSure ? t('significant') : undefined}>
            {signed(difference.value)}
            {isSure ? '*' : ''}
          </i>
        )}
      </span>
      <span className={`${styles['track']} relative height-4 radius-2 ground-secondary`} style={style} aria-hidden />
      <small className="hint">
        {interval === null
          ? unknownValue
          : t('interval', { low: interval.low.toFixed(3), high: interval.high.toFixed(3) })}
      </small>
    </span>
  )
}
