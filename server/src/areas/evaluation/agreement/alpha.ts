/** Sums over images that at least two models have scored. */
export interface PairSums {
  /** Scores, their sum, and the sum of their squares. */
  readonly scores: number
  readonly sum: number
  readonly squares: number
  /**
   * Over the images: the squared differences of all ordered pairs of an image's scores, divided by one less than their
   * number.
   */
  readonly within: number
}

/** The sums of images, each with the scores that models gave it. */
export function pairSumsOf(images: Iterable<readonly number[]>): PairSums {
  const sums = { scores: 0, sum: 0, squares: 0, within: 0 }
  for (const scores of images) {
    if (scores.length < 2) continue
    const sum = scores.reduce((total, score) => total + score, 0)
    const squares = scores.reduce((total, score) => total + score * score, 0)
    sums.scores += scores.length
    sums.sum += sum
    sums.squares += squares
    sums.within += pairDifferences(scores.length, sum, squares) / (scores.length - 1)
  }
  return sums
}

/**
 * Krippendorff's alpha for interval data with missing values: 1 less the observed disagreement (within images) divided
 * by the expected one (over all pairs of scores); each is a mean of squared differences (K. Krippendorff, Computing
 * Krippendorff's Alpha-Reliability, University of Pennsylvania, 2011). Null where there is nothing to compare, or no
 * score differs from another.
 */
export function intervalAlpha({ scores, sum, squares, within }: PairSums): number | null {
  if (scores < 2) return null
  const expected = pairDifferences(scores, sum, squares) / (scores * (scores - 1))
  // What sums of equal numbers leave by rounding is no difference.
  if (expected <= 1e-9 * Math.max(1, squares / scores)) return null
  return 1 - within / scores / expected
}

/** The squared differences of all ordered pairs of numbers. */
const pairDifferences = (count: number, sum: number, squares: number) => 2 * (count * squares - sum * sum)
