export type MetricKind = 'quality' | 'loss' | 'rate' | 'other'

/** Quality metrics of common trainers, most important first. */
const qualities = [
  /^map_?50(?:[-_]95|to95)$/,
  /^map_?50$/,
  /^map$/,
  /^m_?iou$/,
  /^mean_?iou$/,
  /^(?:mean_?)?average_?precision$/,
  /^(?:accuracy_)?top_?1$/,
  /^acc(?:uracy)?$/,
  /^f1(?:_?score)?$/,
  /^dice(?:_?score)?$/,
  /^auc|^auroc$/,
  /^iou$/,
  /^psnr|ssim|clip_?score$/,
  /^precision$/,
  /^recall$/,
  /^(?:accuracy_)?top_?5$/,
  /^pixel_?acc(?:uracy)?$/,
]

/** Preferred headlines: the metric people compare, although a stricter one chooses the weights. */
const headlines = [
  /^map_?50$/,
  /^map_?50(?:[-_]95|to95)$/,
  /^map$/,
  /^m(?:ean_)?_?iou$/,
  /^(?:accuracy_)?top_?1$/,
  /^(?:mean_?)?average_?precision$/,
  /^acc(?:uracy)?$/,
  /^f1(?:_?score)?$/,
]

/** Last part of a name without its qualifier: `metrics/mAP50(B)` becomes `map50`. */
export function shortMetric(name: string): string {
  const last = name.slice(name.lastIndexOf('/') + 1)
  return last
    .replace(/\([A-Z]\)$/, '')
    .replace(/^(?:epoch_)?(?:(?:val|valid|validation|test|eval|train)[_.-])?/i, '')
    .toLowerCase()
}

const rankIn = (patterns: readonly RegExp[], name: string) => {
  const short = shortMetric(name)
  const rank = patterns.findIndex((pattern) => pattern.test(short))
  return rank === -1 ? patterns.length : rank
}

export function metricKindOf(name: string): MetricKind {
  const short = shortMetric(name)
  if (qualities.some((pattern) => pattern.test(short))) return 'quality'
  if (/loss|error|perplexity|^mse$|^mae$|^rmse$|^nll$/.test(short)) return 'loss'
  if (/^(?:lr|learning_rate)\//i.test(name) || /^lr$|^lr[-_]|learning_?rate|^pg\d+$|throughput|per_second/.test(short))
    return 'rate'
  return 'other'
}

/** True for metrics measured on training images, judged by name: they are too optimistic. */
export const isOfTraining = (name: string) => /(?:^|\/)train(?:ing)?(?:[/_.-]|$)/i.test(name)

/** True for metrics at the score threshold of the highest mean F1, which Ultralytics' naming implies (`metrics/precision(B)`). */
export const isAtBestF1 = (name: string) => /(?:^|\/)(?:precision|recall)\([BMP]\)$/.test(name)

export function headlineMetric<Name extends string>(names: readonly Name[]): Name | undefined {
  const of = (kind: MetricKind) => names.filter((name) => metricKindOf(name) === kind)
  const order = (a: Name, b: Name) =>
    Number(isOfTraining(a)) - Number(isOfTraining(b)) || rankIn(headlines, a) - rankIn(headlines, b) || compare(a, b)
  const totals = (all: Name[]) => {
    const sums = all.filter((name) => /^(?:total_?)?loss$/.test(shortMetric(name)))
    return sums.length === 0 ? all : sums
  }
  return of('quality').toSorted(order)[0] ?? totals(of('loss')).toSorted(order)[0]
}

const compare = (a: string, b: string) => (a < b ? -1 : 1)

const kinds: readonly MetricKind[] = ['quality', 'loss', 'other', 'rate']

/** Sort order: quality, then losses (validation before training), then rates. */
export function compareMetrics(a: string, b: string): number {
  const rank = (name: string) => kinds.indexOf(metricKindOf(name))
  return (
    rank(a) - rank(b) ||
    Number(isOfTraining(a)) - Number(isOfTraining(b)) ||
    rankIn(headlines, a) - rankIn(headlines, b) ||
    rankIn(qualities, a) - rankIn(qualities, b) ||
    compare(a, b)
  )
}
