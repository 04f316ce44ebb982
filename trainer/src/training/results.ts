import { appendFileSync } from 'node:fs'
import type { DetectionMetrics } from '@vermilion/contract/predictions'
import { writeAtomically } from '../files.ts'

/** Means of the loss's parts over an epoch: box, label, distance. */
export type LossParts = [number, number, number]

/** What one epoch gave. */
export interface EpochResult {
  /** From 1. */
  epoch: number
  /** Seconds of training so far. */
  seconds: number
  train: LossParts
  validation: LossParts
  metrics: DetectionMetrics
  learningRate: number
}

/** The columns of Ultralytics' results.csv that apply, by the names that its readers look for. */
const columns: Record<string, (result: EpochResult) => number | null> = {
  epoch: (r) => r.epoch,
  time: (r) => r.seconds,
  'train/box_loss': (r) => r.train[0],
  'train/cls_loss': (r) => r.train[1],
  'train/l1_loss': (r) => r.train[2],
  'metrics/precision(B)': (r) => r.metrics.precision,
  'metrics/recall(B)': (r) => r.metrics.recall,
  'metrics/mAP50(B)': (r) => r.metrics.mAP50,
  'metrics/mAP50-95(B)': (r) => r.metrics.mAP50to95,
  'val/box_loss': (r) => r.validation[0],
  'val/cls_loss': (r) => r.validation[1],
  'val/l1_loss': (r) => r.validation[2],
  'lr/pg0': (r) => r.learningRate,
}

const header = `${Object.keys(columns).join(',')}\n`

function row(result: EpochResult): string {
  const cells = Object.values(columns).map((column) => {
    const value = column(result)
    return value === null ? '' : String(Number(value.toPrecision(6)))
  })
  return `${cells.join(',')}\n`
}

/** results.csv: brought in line with what is known so far, then a row an epoch. */
export function openResults(path: string, known: readonly EpochResult[]) {
  writeAtomically(path, header + known.map(row).join(''))
  return { append: (result: EpochResult) => appendFileSync(path, row(result), { flush: true }) }
}
