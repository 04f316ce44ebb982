import type { Task } from '@vermilion/contract/tasks'
import { formatMeasure, unknownValue } from '#lib/format.ts'
import { Sparkline } from '#ui/chart/sparkline.tsx'
import styles from './headline.module.css'

/** A figure of quality as the field writes it; losses may be of any size. */
export const formatHeadline = (value: number): string =>
  value >= 0 && value <= 1 ? formatMeasure(value) : String(Number(value.toPrecision(4)))

/** `metrics/mAP50(B)` is mAP50: in a row there is no room for more, and lists do without the names in words. */
const shortName = (metric: string) => metric.slice(metric.lastIndexOf('/') + 1).replace(/\([A-Z]\)$/, '')

/** The best that a task has come to, with its course. */
export function Headline({ headline }: Pick<Task, 'headline'>) {
  if (headline === null) return <span className={styles['quiet']}>{unknownValue}</span>
  const { metric, best, curve } = headline
  return (
    <span className={styles['headline']} title={metric}>
      <span>
        <b>{formatHeadline(best.value)}</b>
        <small>{shortName(metric)}</small>
      </span>
      <Sparkline values={curve} />
    </span>
  )
}
