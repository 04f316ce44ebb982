import type { StopRule, TrialStop } from '@vermilion/contract/tasks/sweeps/sweeps'

/** Values by step, the higher the better: those of a metric to be minimized have their sign turned. */
export interface Curve {
  steps: readonly number[]
  values: readonly number[]
}

export interface JudgedTrial {
  number: number
  curve: Curve
  isRunning: boolean
  hasSucceeded: boolean
  /** Rungs of successive halving that it has passed. */
  rungs: number
}

export interface Verdict {
  number: number
  rungs: number
  /** With the value and threshold in the sense of the curve. Null lets it go on. */
  stop: TrialStop | null
}

export function judgeTrials(rule: StopRule, trials: readonly JudgedTrial[]): Verdict[] {
  if (rule.kind === 'median') return judgeByMedian(rule, trials)
  if (rule.kind === 'halving') return judgeByHalving(rule, trials)
  return []
}

const lastStep = ({ steps }: Curve) => steps.at(-1) ?? -Infinity

const valuesUntil = ({ steps, values }: Curve, step: number) =>
  values.filter((_, at) => (steps[at] ?? Infinity) <= step)

function bestUntil(curve: Curve, step: number): number | undefined {
  const until = valuesUntil(curve, step)
  return until.length === 0 ? undefined : Math.max(...until)
}

function meanUntil(curve: Curve, step: number): number | undefined {
  const until = valuesUntil(curve, step)
  return until.length === 0 ? undefined : until.reduce((sum, value) => sum + value, 0) / until.length
}

function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  const [low, high] = [sorted[Math.ceil(middle) - 1] ?? 0, sorted[Math.floor(middle)] ?? 0]
  return (low + high) / 2
}

/**
 * The median stopping rule (Golovin et al., Google Vizier, 2017): a trial whose best value so far is worse than the median of the
 * means that the trials which succeeded had until the same step.
 */
function judgeByMedian(
  { graceSteps, minTrials }: Extract<StopRule, { kind: 'median' }>,
  trials: readonly JudgedTrial[],
): Verdict[] {
  const completed = trials.filter(({ hasSucceeded }) => hasSucceeded)
  if (completed.length < minTrials) return []
  return trials.flatMap(({ number, curve, isRunning, rungs }) => {
    const step = lastStep(curve)
    if (!isRunning || step < graceSteps) return []
    const means = completed.flatMap((one) => meanUntil(one.curve, step) ?? [])
    const value = bestUntil(curve, step)
    if (means.length < minTrials || value === undefined) return []
    const threshold = medianOf(means)
    return value < threshold ? [{ number, rungs, stop: { rule: 'median', step, value, threshold } }] : []
  })
}

/**
 * Asynchronous successive halving (Li et al., A System for Massively Parallel Hyperparameter Tuning, 2018) of running trials: one
 * that reaches a rung goes on if it is among the best 1/factor of those that have reached it so far.
 */
function judgeByHalving(
  { firstRung, factor }: Extract<StopRule, { kind: 'halving' }>,
  trials: readonly JudgedTrial[],
): Verdict[] {
  return trials.flatMap(({ number, curve, isRunning, rungs: passed }): Verdict[] => {
    if (!isRunning) return []
    for (let rungs = passed; ; rungs += 1) {
      const step = firstRung * factor ** rungs
      if (lastStep(curve) < step) return rungs === passed ? [] : [{ number, rungs, stop: null }]
      const value = bestUntil(curve, step) ?? -Infinity
      const reached = trials.filter((one) => lastStep(one.curve) >= step)
      const values = reached.flatMap((one) => bestUntil(one.curve, step) ?? []).toSorted((a, b) => b - a)
      const threshold = values[Math.max(1, Math.floor(values.length / factor)) - 1] ?? -Infinity
      if (value < threshold) return [{ number, rungs, stop: { rule: 'halving', step, value, threshold } }]
    }
  })
}
