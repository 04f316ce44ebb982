import { confidenceSteps, f1, type Evaluation, type LabelMetrics } from '@vermilion/contract/detection/metrics'
import type { EpochResult, ResultNames } from '../training/results.ts'
import { lineChart, type Series } from './chart.ts'

type Values = (label: LabelMetrics) => readonly number[]

function labelSeries({ labels }: Evaluation, names: readonly string[], values: Values): Series[] {
  const present = labels.filter((label) => label.instances > 0)
  const line = (list: readonly number[]) => list.map((value, i) => [confidenceSteps[i]!, value] as const)
  const mean = confidenceSteps.map((_, i) => present.reduce((sum, l) => sum + values(l)[i]!, 0) / present.length)
  return [
    { name: 'all classes', points: line(mean), strong: true },
    ...present.map((label) => ({ name: names[label.labelIndex]!, points: line(values(label)) })),
  ]
}

const unit = [0, 1] as const

export function precisionRecallFigure(evaluation: Evaluation, names: readonly string[]): string {
  const series = labelSeries(evaluation, names, (label) => label.precisionByRecall)
  const title = `Precision and recall, mAP50 ${(evaluation.overall.mAP50 ?? 0).toFixed(3)}`
  return lineChart({ title, x: 'recall', y: 'precision', series, rangeX: unit, rangeY: unit })
}

export function f1Figure(evaluation: Evaluation, names: readonly string[]): string {
  const series = labelSeries(evaluation, names, ({ precisionByConfidence, recallByConfidence }) =>
    precisionByConfidence.map((precision, i) => f1(precision, recallByConfidence[i]!)),
  )
  const title = `F1 by confidence, smoothed best at ${evaluation.bestConfidence}`
  return lineChart({ title, x: 'confidence', y: 'F1', series, rangeX: unit, rangeY: unit })
}

export function lossFigure(history: readonly EpochResult[], { losses }: ResultNames): string {
  const line = (value: (result: EpochResult) => number) =>
    history.map((result) => [result.epoch, value(result)] as const)
  const series = losses.flatMap(({ name }, i) => [
    { name: `${name}, training`, points: line((result) => result.train[i]!) },
    { name: `${name}, validation`, points: line((result) => result.validation[i]!), strong: true },
  ])
  return lineChart({ title: 'Losses', x: 'epoch', y: 'loss', series })
}

export function metricsFigure(history: readonly EpochResult[], { metrics: names }: ResultNames): string {
  const series = Object.entries(names).map(([key, { name }]) => ({
    name,
    points: history.map(({ epoch, metrics }) => [epoch, metrics[key] ?? 0] as const),
  }))
  return lineChart({ title: 'Validation', x: 'epoch', y: 'metric', series, rangeY: unit })
}
