import type { Direction, SweepEnd } from '@vermilion/contract/tasks/sweeps/sweeps'
import { metricKindOf, shortMetric } from '@vermilion/contract/tasks/metric-kinds'
import { readJson } from '#platform/database/columns'
import { taskStatus } from '../rules.ts'
import type { SweepRow, TrialResult, TrialRow, TrialWithTask } from './store.ts'

/** Failures without any success after which the rest would fail too. */
const fewestFailures = 3

export const spentMsOf = ({ spentMs, runningSince }: SweepRow, now: number): number =>
  spentMs + (runningSince === null ? 0 : Math.max(0, now - Date.parse(runningSince)))

export const isBudgetSpent = (sweep: SweepRow, now: number): boolean =>
  sweep.timeBudgetSeconds !== null && spentMsOf(sweep, now) >= sweep.timeBudgetSeconds * 1_000

export const isOpen = ({ outcome }: Pick<TrialRow, 'outcome'>): boolean => outcome === null

export function endOf(sweep: SweepRow, trials: readonly TrialRow[], now: number): SweepEnd | null {
  if (isBudgetSpent(sweep, now)) return 'budget'
  const succeeded = trials.filter(({ outcome }) => outcome === 'success').length
  // Those of before it was continued do not end it again.
  const since = sweep.runningSince ?? ''
  const failed = trials.filter(({ outcome, createdAt }) => outcome === 'failed' && createdAt >= since).length
  if (succeeded === 0 && failed >= Math.max(fewestFailures, sweep.concurrency)) return 'failures'
  return trials.length >= sweep.count && !trials.some(isOpen) ? 'count' : null
}

export const usualDirection = (metric: string): Direction => (metricKindOf(metric) === 'loss' ? 'minimize' : 'maximize')

/** The series that a user means by a name: that of this name, or the first whose last part is the same. */
export const seriesNamed = (metric: string, names: readonly string[]): string | undefined =>
  names.includes(metric) ? metric : names.find((name) => shortMetric(name) === shortMetric(metric))

export const signOf = (direction: Direction | null): 1 | -1 => (direction === 'minimize' ? -1 : 1)

/** Those with a value, best first; those that were stopped come after all that succeeded. */
export function bestFirst<Row extends TrialResult>(trials: readonly Row[], direction: Direction | null): Row[] {
  const sign = signOf(direction)
  const rank = ({ outcome }: TrialResult) => (outcome === 'success' ? 0 : 1)
  return trials
    .filter(({ outcome, value }) => value !== null && (outcome === 'success' || outcome === 'stopped'))
    .toSorted((a, b) => rank(a) - rank(b) || sign * ((b.value ?? 0) - (a.value ?? 0)) || a.number - b.number)
}

export function bestOf<Row extends TrialResult>(trials: readonly Row[], direction: Direction | null): Row | undefined {
  return bestFirst(trials, direction).find(({ outcome }) => outcome === 'success')
}

/** Open by its row, though its task is over or gone. */
export const isUnwritten = (trial: TrialWithTask): boolean =>
  isOpen(trial) && (trial.status === null || taskStatus.isEnd(trial.status))

export const succeededValues = (trials: readonly TrialResult[]): number[] =>
  trials.flatMap(({ outcome, value }) => (outcome === 'success' && value !== null ? [value] : []))

export function succeededFigures(trials: readonly TrialRow[]): Map<string, number[]> {
  const byName = new Map<string, number[]>()
  for (const { figures } of trials.filter(({ outcome }) => outcome === 'success'))
    for (const [name, value] of Object.entries(readJson(figures)))
      byName.set(name, [...(byName.get(name) ?? []), value])
  return byName
}
