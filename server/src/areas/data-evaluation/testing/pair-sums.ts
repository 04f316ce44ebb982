import { pairDifferences, type PairSums } from '../report/alpha.ts'

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
