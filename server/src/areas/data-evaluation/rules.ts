import type { DataEvaluationStatus, JointScore } from '@vermilion/contract/data-evaluations'
import { statusTable } from '#platform/status'

/** Only a retry leaves an ended status. */
export const evaluationStatus = statusTable<DataEvaluationStatus>('data evaluation', {
  queuing: ['running', 'success', 'failed', 'stopped'],
  running: ['success', 'failed', 'stopped'],
  success: ['queuing'],
  failed: ['queuing'],
  stopped: ['queuing'],
})

export const hasEnded = (status: DataEvaluationStatus) => status !== 'queuing' && status !== 'running'

export interface Weighted {
  readonly score: number
  readonly weight: number
}

export function jointScoreOf(joint: JointScore, scores: readonly Weighted[]): number {
  const values = scores.map(({ score }) => score).toSorted((one, other) => one - other)
  if (joint === 'least') return values[0]!
  if (joint === 'median') {
    const middle = values.length / 2
    return (values[Math.ceil(middle) - 1]! + values[Math.floor(middle)]!) / 2
  }
  return weightedMean(scores)
}

export function weightedMean(scores: readonly Weighted[]): number {
  const weights = scores.reduce((sum, { weight }) => sum + weight, 0)
  const mean = scores.reduce((sum, { score, weight }) => sum + score * weight, 0) / weights
  // Floating-point sums may exceed the range slightly.
  return Math.min(100, Math.max(0, mean))
}

/** Population standard deviation over the models; undefined for fewer than two scores. */
export function disagreementOf(scores: readonly number[]): number | undefined {
  if (scores.length < 2) return undefined
  const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length
  return Math.sqrt(scores.reduce((sum, score) => sum + (score - mean) ** 2, 0) / scores.length)
}
