import type { ParameterSpace, SearchSpace } from '@vermilion/contract/tasks/sweeps/space'
import { shareOf } from '@vermilion/contract/tasks/sweeps/space'

export interface ImportanceTrial {
  parameters: Readonly<Record<string, number | string | boolean>>
  value: number
}

/** With fewer the shares would be noise. */
const minTrials = 8
const maxGroups = 8

/**
 * The share of the variance of values that each parameter explains alone: the first-order sensitivity index, estimated from what
 * was tried by grouping trials of like values (Plischke, Borgonovo and Smith, 2013), without the part that grouping explains by
 * chance (Kelley's epsilon squared, 1935). What parameters do only together counts for none of them.
 */
export function importanceOf(space: SearchSpace, trials: readonly ImportanceTrial[]) {
  if (trials.length < minTrials) return null
  return Object.entries(space)
    .map(([name, one]) => ({ name, share: explainedBy(name, one, trials) }))
    .toSorted((a, b) => b.share - a.share)
}

function explainedBy(name: string, space: ParameterSpace, trials: readonly ImportanceTrial[]): number {
  const mean = meanOf(trials)
  const total = trials.reduce((sum, { value }) => sum + (value - mean) ** 2, 0)
  const groups = groupsOf(name, space, trials)
  const within = groups.reduce((sum, group) => {
    const middle = meanOf(group)
    return sum + group.reduce((squares, { value }) => squares + (value - middle) ** 2, 0)
  }, 0)
  if (total === 0 || groups.length < 2 || groups.length >= trials.length) return 0
  const byChance = ((groups.length - 1) * within) / (trials.length - groups.length)
  return Math.max(0, (total - within - byChance) / total)
}

const meanOf = (trials: readonly ImportanceTrial[]) =>
  trials.reduce((sum, { value }) => sum + value, 0) / Math.max(1, trials.length)

/** Trials of the same value, or as many of neighbouring values in each group as there are groups. */
function groupsOf(name: string, space: ParameterSpace, trials: readonly ImportanceTrial[]): ImportanceTrial[][] {
  const valueOf = ({ parameters }: ImportanceTrial) => Number(parameters[name])
  const byValue = Map.groupBy(trials, valueOf)
  const count = Math.min(maxGroups, Math.floor(Math.sqrt(trials.length)))
  if (space.kind === 'list' || byValue.size <= count) return [...byValue.values()]
  const sorted = trials.toSorted((a, b) => shareOf(space, valueOf(a)) - shareOf(space, valueOf(b)))
  return [...Map.groupBy(sorted.entries(), ([at]) => Math.floor((at * count) / sorted.length)).values()].map((group) =>
    group.map(([, trial]) => trial),
  )
}
