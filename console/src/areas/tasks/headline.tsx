import type { Task } from '@vermilion/contract/tasks'
import { formatMeasure, unknownValue } from '#lib/format.ts'
import { Sparkline } from '#ui/chart/sparkline.tsx'
import { useMetricWords } from './metrics/metric-words.ts'
import styles from './headline.module.css'

/** A figure of quality as the field writes it; losses may be of any size. */
export const formatHeadline = (value: number): string =>
  value >= 0 && value <= 1 ? formatMeasure(value) : String(Number(value.toPrecision(4)))

/** The best that a task has come to, with its course. */
export function Headline({ headline }: Pick<Task, 'headline'>) {
  const { nameOf } = useMetricWords()
  if (headline === null) return <span className={styles['quiet']}>{unknownValue}</span>
  const { metric, best, curve } = headline
  return (
    <span className={styles['headline']} title={metric}>
      <span>
        <b>{formatHeadline(best.value)}</b>
        <small>{nameOf(metric)}</small>
      </span>
      <Sparkline values={curve} />
    </span>
  )
}
