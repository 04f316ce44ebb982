import { gridValues, valueAt } from '@vermilion/contract/tasks/sweeps/space'
import type { ParameterSpace, SearchSpace, Steps } from '@vermilion/contract/tasks/sweeps/space'
import type { SweepMethod } from '@vermilion/contract/tasks/sweeps/sweeps'
import { proposeByTpe } from './tpe.ts'
import type { Observation } from './tpe.ts'
import { uniformAt } from './uniform.ts'

export type ParameterSteps = Readonly<Record<string, Steps>>

export interface ProposalRequest {
  method: SweepMethod
  space: SearchSpace
  steps: ParameterSteps
  seed: number
  /** From 1. */
  number: number
  /** Trials that are over, best first. */
  observations: readonly Observation[]
}

/** Random trials before TPE has something to learn from. */
const startupTrials = 8

const anyNumber: Steps = { kind: 'number' }

export function propose(request: ProposalRequest): Record<string, number> {
  const { method, space, steps, seed, number, observations } = request
  if (method === 'grid') return pointOfGrid(request)
  const values = Object.entries(space).map(([name, one]) => {
    const uniform = uniformAt(seed, number, name)
    const unit = steps[name] ?? anyNumber
    const value =
      method === 'tpe' && observations.length >= startupTrials
        ? proposeByTpe({ name, space: one, unit, observations, uniform })
        : drawValue(one, unit, uniform)
    return [name, value] as const
  })
  return Object.fromEntries(values)
}

function drawValue(space: ParameterSpace, unit: Steps, uniform: () => number): number {
  if (space.kind === 'list') return space.values[Math.floor(uniform() * space.values.length)] ?? 0
  return valueAt(space, uniform(), unit)
}

/** The first parameter varies slowest. */
function pointOfGrid({ space, steps, number }: ProposalRequest): Record<string, number> {
  let rest = number - 1
  const point = Object.entries(space)
    .toReversed()
    .map(([name, one]) => {
      const values = gridValues(one, steps[name] ?? anyNumber)
      const value = values[rest % values.length] ?? 0
      rest = Math.floor(rest / values.length)
      return [name, value] as const
    })
  return Object.fromEntries(point.toReversed())
}
