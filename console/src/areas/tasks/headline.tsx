import type { Task } from '@vermilion/contract/tasks'
import { metricKindOf } from '@vermilion/contract/tasks/metric-kinds'
import { formatMeasure, unknownValue } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { Sparkline } from '#ui/chart/sparkline.tsx'
import styles from './headline.module.css'
import { text } from './text.ts'

/** A measure with three decimals; losses may have any magnitude. */
export const formatHeadline = (value: number): string =>
  value >= 0 && value <= 1 ? formatMeasure(value) : String(Number(value.toPrecision(4)))

/** `metrics/mAP50(B)` is shown as mAP50, because rows have little room and lists do not load the display names. */
const shortName = (metric: string) => metric.slice(metric.lastIndexOf('/') + 1).replace(/\([A-Z]\)$/, '')

export const isOfValidation = (metric: string): boolean =>
  /(?:^|\/)(?:val|valid|validation)[/_]/.test(metric) ||
  (metric.startsWith('metrics/') && metricKindOf(metric) === 'quality')

/** The metric of the stored weights; before that, of the best epoch, or the latest mean of a loss. */
export function Headline({ headline }: Pick<Task, 'headline'>) {
  const t = useText(text)
  if (headline === null) return <span className="text-tertiary">{unknownValue}</span>
  const { metric, best, kept, recent, curve } = headline
  const part = headline.part ?? (isOfValidation(metric) ? 'validation' : undefined)
  const isRecent = kept === undefined && recent !== undefined
  const isBest = kept === undefined && !isRecent && curve.length > 1
  const name = shortName(metric)
  const isNamedLoss = isRecent && name === 'loss'
  const lossName = isNamedLoss ? t(part === 'validation' ? 'loss-validation' : 'loss-train') : name
  return (
    <span
      className={`${styles['headline']} row full-width min-width-0 gap-10 tabular`}
      title={isRecent ? t('recentMetric', { metric, count: recent.points }) : metric}
    >
      <span className="stack rigid max-full-width line-height-1_4" style={{ minWidth: 62 }}>
        <b className="weight-500">{formatHeadline(kept ?? recent?.value ?? best.value)}</b>
        <small className="ellipsis hint">
          {isBest ? t('bestMetric', { metric: name }) : lossName}
          {part !== undefined && !isNamedLoss && ` · ${t(`of-${part}`)}`}
        </small>
      </span>
      <Sparkline values={curve} />
    </span>
  )
}
