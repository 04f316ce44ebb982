import { type ParameterSpace, shareOf } from '@vermilion/contract/tasks/sweeps/space'
import type { Sweep, Trial } from '@vermilion/contract/tasks/sweeps/sweeps'

export interface Axis {
  key: string
  name: string
  low: number
  high: number
  valueOf: (trial: Trial) => number | null
  /** 0 at the lower end, 1 at the upper one. */
  shareAt: (value: number) => number
}

function parameterAxis(key: string, name: string, space: ParameterSpace): Axis {
  const valueOf = ({ parameters }: Trial) => {
    const value = parameters[key]
    return typeof value === 'number' ? value : null
  }
  if (space.kind === 'range') {
    return { key, name, low: space.minimum, high: space.maximum, valueOf, shareAt: (value) => shareOf(space, value) }
  }
  const [low, high] = [Math.min(...space.values), Math.max(...space.values)]
  return { key, name, low, high, valueOf, shareAt: linear(low, high) }
}

const linear = (low: number, high: number) => (value: number) => (high > low ? (value - low) / (high - low) : 0.5)

/** The parameters in their order, and the objective last. */
export function axesOf(
  { space }: Pick<Sweep, 'space'>,
  ranked: readonly Trial[],
  { nameOf, objective }: { nameOf: (parameter: string) => string; objective: string },
): Axis[] {
  const values = ranked.flatMap(({ value }) => value ?? [])
  const [low, high] = [Math.min(...values), Math.max(...values)]
  return [
    ...Object.entries(space).map(([key, one]) => parameterAxis(key, nameOf(key), one)),
    { key: '', name: objective, low, high, valueOf: ({ value }) => value, shareAt: linear(low, high) },
  ]
}
