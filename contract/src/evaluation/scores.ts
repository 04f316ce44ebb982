import type { Ranked } from '../detection/ranking.ts'

export interface Scores {
  add(score: number, right: boolean): void
  /** Descending scores; ties by insertion. */
  ranked(): Ranked[]
  averagePrecision(): number | null
}

export function createScores(): Scores {
  let scores = new Float64Array(16)
  let rights = new Uint8Array(16)
  let length = 0
  const order = () => Uint32Array.from({ length }, (_, index) => index).sort((a, b) => scores[b]! - scores[a]! || a - b)
  return {
    add(score, right) {
      if (length === scores.length) {
        const [more, moreRights] = [new Float64Array(length * 2), new Uint8Array(length * 2)]
        more.set(scores)
        moreRights.set(rights)
        scores = more
        rights = moreRights
      }
      scores[length] = score
      rights[length] = Number(right)
      length += 1
    },
    ranked: () => Array.from(order(), (index) => ({ score: scores[index]!, right: rights[index] === 1 })),
    averagePrecision() {
      let [hits, total] = [0, 0]
      for (const [rank, index] of order().entries()) {
        if (rights[index] === 0) continue
        hits += 1
        total += hits / (rank + 1)
      }
      return hits === 0 ? null : total / hits
    },
  }
}
