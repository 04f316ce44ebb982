import { scramble } from '../../generations/scramble.ts'

export interface Interval {
  low: number
  high: number
}

export const usualLevel = 0.95

/** Maximum share of draws without a value; with more there is no interval. */
const maxUnknown = 0.05

/** Counts per image, drawn with replacement, are written into `counts`. Models share each draw, which pairs differences. */
export function createDraws(images: number, seed = 1): (counts: Uint32Array) => void {
  let state = scramble(seed)
  return (counts) => {
    counts.fill(0)
    for (let drawn = 0; drawn < images; drawn += 1) {
      state = (state + 0x9e3779b9) | 0
      counts[Math.floor((scramble(state) / 0x1_0000_0000) * images)]! += 1
    }
  }
}

/**
 * Percentile interval over the draws (Efron and Tibshirani, "An Introduction to the Bootstrap", 1993, chapter 13; paired for two
 * models as in Koehn, "Statistical Significance Tests for Machine Translation Evaluation", 2004). Null when too many draws have
 * no value.
 */
export function percentileInterval(values: readonly (number | null)[], level = usualLevel): Interval | null {
  const certain = values.filter((value) => value !== null).toSorted((a, b) => a - b)
  if (certain.length === 0 || certain.length < values.length * (1 - maxUnknown)) return null
  return { low: quantileOf(certain, (1 - level) / 2), high: quantileOf(certain, (1 + level) / 2) }
}

/** Linear interpolation between values (type 7 of Hyndman and Fan, 1996). */
function quantileOf(sorted: readonly number[], part: number): number {
  const position = part * (sorted.length - 1)
  const [low, high] = [sorted[Math.floor(position)]!, sorted[Math.ceil(position)]!]
  return low + (high - low) * (position - Math.floor(position))
}

export const isSignificant = ({ low, high }: Interval): boolean => low > 0 || high < 0
