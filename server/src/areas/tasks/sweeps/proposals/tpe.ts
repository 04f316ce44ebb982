import { shareOf, valueAt } from '@vermilion/contract/tasks/sweeps/space'
import type { ParameterSpace, Steps } from '@vermilion/contract/tasks/sweeps/space'
import { normalFrom } from './uniform.ts'

/** The parameters of a trial that is over. */
export type Observation = Readonly<Record<string, number>>

interface TpeRequest {
  name: string
  space: ParameterSpace
  unit: Steps
  /** Best first. */
  observations: readonly Observation[]
  uniform(): number
}

const candidates = 24
/** The best trials that the good density is made of: a share, and at most so many. */
const goodShare = 0.2
const maxGood = 25

/**
 * Tree-structured Parzen estimator (Bergstra et al., Algorithms for Hyper-Parameter Optimization, 2011): of values drawn from the
 * density of good trials, that is taken whose density among good ones is highest in proportion to that among all others.
 */
export function proposeByTpe({ name, space, unit, observations, uniform }: TpeRequest): number {
  const values = observations.flatMap((one) => one[name] ?? [])
  const goodCount = Math.min(maxGood, Math.max(1, Math.ceil(goodShare * values.length)))
  const [good, others] = [values.slice(0, goodCount), values.slice(goodCount)]
  if (space.kind === 'list') return choose(space.values, good, others, uniform)
  const estimates = [good, others].map((some) => parzen(some.map((value) => shareOf(space, value))))
  const [ofGood, ofOthers] = estimates
  if (ofGood === undefined || ofOthers === undefined) return valueAt(space, uniform(), unit)
  let best = { share: 0.5, gain: -Infinity }
  for (let at = 0; at < candidates; at += 1) {
    const share = ofGood.draw(uniform)
    const gain = Math.log(ofGood.density(share)) - Math.log(ofOthers.density(share))
    if (gain > best.gain) best = { share, gain }
  }
  return valueAt(space, best.share, unit)
}

/** Each listed value counts once more than it was tried, so that none is ever out of reach. */
function choose(values: readonly number[], good: readonly number[], others: readonly number[], uniform: () => number) {
  const weightsOf = (some: readonly number[]) => values.map((value) => 1 + some.filter((one) => one === value).length)
  const [ofGood, ofOthers] = [weightsOf(good), weightsOf(others)]
  const total = ofGood.reduce((sum, weight) => sum + weight, 0)
  let best = { value: values[0] ?? 0, gain: -Infinity }
  for (let at = 0; at < candidates; at += 1) {
    let rest = uniform() * total
    const drawn = Math.max(
      0,
      ofGood.findIndex((weight) => (rest -= weight) < 0),
    )
    const gain = (ofGood[drawn] ?? 1) / (ofOthers[drawn] ?? 1)
    if (gain > best.gain) best = { value: values[drawn] ?? 0, gain }
  }
  return best.value
}

interface Kernel {
  mean: number
  width: number
}

/**
 * A mixture of Gaussians cut off at 0 and 1, one on each value, as wide as the farther of its neighbours is away, and one over the
 * whole range as the prior.
 */
function parzen(shares: readonly number[]) {
  const sorted = shares.toSorted((a, b) => a - b)
  const narrowest = 1 / Math.min(100, sorted.length + 2)
  const kernels: Kernel[] = sorted.map((mean, at) => {
    const distanceBelow = mean - (sorted[at - 1] ?? 0)
    const distanceAbove = (sorted[at + 1] ?? 1) - mean
    return { mean, width: Math.min(1, Math.max(narrowest, distanceBelow, distanceAbove)) }
  })
  kernels.push({ mean: 0.5, width: 1 })
  return {
    draw(uniform: () => number): number {
      const { mean, width } = kernels[Math.floor(uniform() * kernels.length)] ?? { mean: 0.5, width: 1 }
      for (;;) {
        const share = mean + width * normalFrom(uniform)
        if (share >= 0 && share <= 1) return share
      }
    },
    density(share: number): number {
      const sum = kernels.reduce((total, { mean, width }) => {
        const inside = normalShare((1 - mean) / width) - normalShare(-mean / width)
        return total + Math.exp(-(((share - mean) / width) ** 2) / 2) / (width * inside)
      }, 0)
      return sum / (kernels.length * Math.sqrt(2 * Math.PI))
    },
  }
}

/** The normal distribution's share below a value (Abramowitz and Stegun 26.2.17, exact to 7.5e-8). */
function normalShare(value: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(value))
  const series = t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))))
  const above = (Math.exp(-(value * value) / 2) / Math.sqrt(2 * Math.PI)) * series
  return value < 0 ? above : 1 - above
}
