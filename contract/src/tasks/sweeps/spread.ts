import { z } from 'zod'
import { count } from '../../kernel/fields.ts'

/** Mean and sample standard deviation of what repeated trainings came to. */
export const spread = z.object({
  mean: z.number(),
  /** Null for a single value. */
  deviation: z.number().nullable(),
  count,
})
export type Spread = z.output<typeof spread>

export const groupDifference = z.object({
  /** Second mean less the first. */
  difference: z.number(),
  low: z.number(),
  high: z.number(),
  /** True when 0 lies in the interval: the difference may be chance alone. */
  isWithinSpread: z.boolean(),
})
export type GroupDifference = z.output<typeof groupDifference>

export function spreadOf(values: readonly number[]): Spread | null {
  if (values.length === 0) return null
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  if (values.length === 1) return { mean, deviation: null, count: 1 }
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0)
  return { mean, deviation: Math.sqrt(squares / (values.length - 1)), count: values.length }
}

/**
 * 95% interval of the difference of two means whose groups may spread unlike (Welch 1947). Null while a group has fewer than two
 * values.
 */
export function compareSpreads(first: Spread, second: Spread): GroupDifference | null {
  if (first.deviation === null || second.deviation === null) return null
  const difference = second.mean - first.mean
  const errors = [first.deviation ** 2 / first.count, second.deviation ** 2 / second.count] as const
  const error = errors[0] + errors[1]
  if (error === 0) return { difference, low: difference, high: difference, isWithinSpread: difference === 0 }
  const freedom = error ** 2 / (errors[0] ** 2 / (first.count - 1) + errors[1] ** 2 / (second.count - 1))
  const half = studentQuantile(0.975, freedom) * Math.sqrt(error)
  const [low, high] = [difference - half, difference + half]
  return { difference, low, high, isWithinSpread: low <= 0 && high >= 0 }
}

/** The value below which a share above one half of Student's t distribution lies, found by halving an interval. */
export function studentQuantile(share: number, freedom: number): number {
  let [low, high] = [0, 1]
  while (studentShare(high, freedom) < share) high *= 2
  for (let step = 0; step < 80; step += 1) {
    const middle = (low + high) / 2
    if (studentShare(middle, freedom) < share) low = middle
    else high = middle
  }
  return (low + high) / 2
}

/** For values of 0 and above. */
const studentShare = (value: number, freedom: number): number =>
  1 - incompleteBeta(freedom / (freedom + value * value), freedom / 2, 0.5) / 2

/** The regularized incomplete beta function by its continued fraction, as Lentz evaluates such (Numerical Recipes, 6.4). */
function incompleteBeta(x: number, a: number, b: number): number {
  if (x <= 0) return 0
  if (x >= 1) return 1
  if (x > (a + 1) / (a + b + 2)) return 1 - incompleteBeta(1 - x, b, a)
  const front = Math.exp(logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log(1 - x)) / a
  const least = 1e-300
  const atLeast = (value: number) => (Math.abs(value) < least ? least : value)
  let [c, d] = [1, 1 / atLeast(1 - ((a + b) * x) / (a + 1))]
  let fraction = d
  for (let step = 1; step < 500; step += 1) {
    const m = Math.ceil(step / 2)
    const term =
      step % 2 === 1
        ? (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m))
        : (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1))
    d = 1 / atLeast(1 + term * d)
    c = atLeast(1 + term / c)
    fraction *= c * d
    if (Math.abs(c * d - 1) < 1e-14) break
  }
  return front * fraction
}

/** Stirling's series, after the argument was raised to where five terms are exact to 1e-14. */
function logGamma(x: number): number {
  let [shifted, product] = [x, 1]
  for (; shifted < 12; shifted += 1) product *= shifted
  const square = shifted * shifted
  const series = (1 / 12 - (1 / 360 - (1 / 1260 - (1 / 1680 - 1 / 1188 / square) / square) / square) / square) / shifted
  return (shifted - 0.5) * Math.log(shifted) - shifted + 0.5 * Math.log(2 * Math.PI) + series - Math.log(product)
}
