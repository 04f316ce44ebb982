import type { Sweep, Trial } from '@vermilion/contract/tasks/sweeps/sweeps'

const signOf = (direction: Sweep['direction']) => (direction === 'minimize' ? -1 : 1)

/** Trials with a figure, best first; what has not succeeded comes after all that has. */
export function rankTrials({ trials, direction }: Pick<Sweep, 'trials' | 'direction'>): Trial[] {
  const rank = ({ status }: Trial) => (status === 'success' ? 0 : 1)
  return trials
    .filter(({ value, status }) => value !== null && status !== 'failed')
    .toSorted(
      (a, b) => rank(a) - rank(b) || signOf(direction) * ((b.value ?? 0) - (a.value ?? 0)) || a.number - b.number,
    )
}

const parameterMark = 'parameter:'
const figureMark = 'figure:'
export const parameterSort = (name: string) => `${parameterMark}${name}`
export const figureSort = (name: string) => `${figureMark}${name}`

function valueBy(trial: Trial, by: string): number | string | null {
  if (by.startsWith(parameterMark)) return Number(trial.parameters[by.slice(parameterMark.length)] ?? NaN)
  if (by.startsWith(figureMark)) return trial.figures[by.slice(figureMark.length)] ?? null
  if (by === 'value') return trial.value
  if (by === 'seed') return trial.seed
  return by === 'status' ? trial.status : trial.number
}

/** Sorts by the column that `sort` names, downwards after a minus sign; trials without a value there come last either way. */
export function sortTrials(trials: readonly Trial[], sort: string): Trial[] {
  const descends = sort.startsWith('-')
  const by = sort.replace(/^-/, '')
  const compare = (a: number | string, b: number | string) =>
    typeof a === 'string' || typeof b === 'string' ? String(a).localeCompare(String(b)) : a - b
  return trials.toSorted((one, other) => {
    const [a, b] = [valueBy(one, by), valueBy(other, by)]
    if (a === null || b === null) return Number(a === null) - Number(b === null) || one.number - other.number
    return (descends ? -1 : 1) * compare(a, b) || one.number - other.number
  })
}

/** The order in which the best stand first. */
export const usualSort = ({ direction, method }: Pick<Sweep, 'direction' | 'method'>): string =>
  method === 'seeds' ? 'number' : direction === 'minimize' ? 'value' : '-value'
