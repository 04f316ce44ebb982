/** Sums over images with at least two scores. */
export interface PairSums {
  readonly scores: number
  readonly sum: number
  readonly squares: number
  /** Per image, the squared differences of all ordered pairs of scores divided by their number less one; summed over images. */
  readonly within: number
}

/**
 * 1 less the observed disagreement (within images) divided by the expected one (over all pairs), each a mean of squared
 * differences (K. Krippendorff, Computing Krippendorff's Alpha-Reliability, 2011). Null without pairs, or when all scores are
 * equal.
 */
export function intervalAlpha({ scores, sum, squares, within }: PairSums): number | null {
  if (scores < 2) return null
  const expected = pairDifferences(scores, sum, squares) / (scores * (scores - 1))
  // Rounding errors of equal scores are no difference.
  if (expected <= 1e-9 * Math.max(1, squares / scores)) return null
  return 1 - within / scores / expected
}

/** The sum of the squared differences of all ordered pairs of `count` numbers. */
export const pairDifferences = (count: number, sum: number, squares: number) => 2 * (count * squares - sum * sum)
