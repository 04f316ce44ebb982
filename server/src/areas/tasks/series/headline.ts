import { headlineMetric, metricKindOf, shortMetric } from '@vermilion/contract/tasks/metric-kinds'
import { maxHeadlinePoints } from '@vermilion/contract/tasks/headline'
import type { TaskHeadline } from '@vermilion/contract/tasks/headline'
import type { TrainingReport } from '@vermilion/contract/tasks/training-report'
import { reduce } from './reduce.ts'
import { lastOf } from './series-index.ts'
import type { Series } from './series-index.ts'
import { fields } from './series-file.ts'
import type { SeriesFile } from './series-file.ts'

interface HeadlineNeeds {
  series: readonly Series[]
  find(name: string): { series: Series; file: SeriesFile } | undefined
}

/** Metrics of a part of a run have this prefix, and do not describe the whole run. */
const partMark = '@'

/** Four significant digits are enough for a sparkline. */
const short = (value: number) => Number(value.toPrecision(4))

/** A loss needs this many points for a mean, over this share of them. */
const fewestLosses = 20
const recentShare = 0.1
const maxRecent = 1_000

function recentOf(file: SeriesFile): TaskHeadline['recent'] {
  const count = file.count()
  if (count < fewestLosses) return undefined
  const points = Math.min(maxRecent, Math.round(count * recentShare))
  const all = file.points(count - points, count)
  const values = Array.from({ length: points }, (_, at) => all[at * fields + 2] ?? 0).filter(Number.isFinite)
  if (values.length === 0) return undefined
  return { value: short(values.reduce((sum, value) => sum + value, 0) / values.length), points: values.length }
}

export function withReportedValue(headline: TaskHeadline, report: TrainingReport | null): TaskHeadline {
  const short = shortMetric(headline.metric)
  const value = Object.entries(report?.metrics ?? {}).find(([name]) => shortMetric(name) === short)?.[1] ?? null
  if (value === null) return headline
  const { epoch: keptEpoch, rule: keptRule } = report?.kept ?? {}
  return { ...headline, kept: value, ...(keptEpoch === undefined ? {} : { keptEpoch, keptRule }) }
}

export function readHeadline({ series, find }: HeadlineNeeds): TaskHeadline | null {
  const names = series
    .filter(({ source, last, name }) => source !== 'system' && last !== null && !name.startsWith(partMark))
    .map(({ name }) => name)
  const metric = headlineMetric(names)
  const opened = metric === undefined ? undefined : find(metric)
  const last = opened === undefined ? null : lastOf(opened.series)
  if (metric === undefined || opened === undefined || last === null) return null
  const lowerIsBetter = metricKindOf(metric) === 'loss'
  const span = { axis: 'step', from: undefined, to: undefined, points: maxHeadlinePoints } as const
  const { x, y } = reduce(opened.file, opened.series.stepsRise, span)
  let best = 0
  for (let at = 1; at < y.length; at += 1) {
    const gain = (y[at] ?? 0) - (y[best] ?? 0)
    if (lowerIsBetter ? gain < 0 : gain > 0) best = at
  }
  const { step, value } = last
  const recent = lowerIsBetter ? recentOf(opened.file) : undefined
  return {
    metric,
    lowerIsBetter,
    best: { step: x[best] ?? step, value: y[best] ?? value },
    last: { step, value },
    ...(recent === undefined ? {} : { recent }),
    curve: Array.from(y.subarray(0, 2 * maxHeadlinePoints), short),
  }
}
