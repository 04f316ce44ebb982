import { boxOverlap } from '@vermilion/contract/labels/box'
import { maskArea } from '@vermilion/contract/labels/mask'
import type { ModelPrediction, PredictionLine } from '@vermilion/contract/predictions'

export interface Difference {
  unmatched: number
  scoreDifference: number
}

const sameThing = 0.5

/** 0 when their label or kind differs. */
function likeness(one: ModelPrediction, other: ModelPrediction): number {
  if (one.labelIndex !== other.labelIndex || one.kind !== other.kind) return 0
  if ('box' in one && 'box' in other) {
    const overlap = boxOverlap(one.box, other.box)
    return overlap < sameThing ? 0 : overlap
  }
  // There is one mask, or one score, per label and image.
  if ('mask' in one && 'mask' in other) {
    const areas = [maskArea(one.mask), maskArea(other.mask)]
    return Math.min(...areas) / Math.max(...areas, 1)
  }
  return 1
}

const sameScore = 1e-3

export const isDifferent = ({ unmatched, scoreDifference }: Difference) => unmatched > 0 || scoreDifference > sameScore

type Message = Pick<PredictionLine, 'predictions' | 'scores'>

export function differenceOf(board: Message, cloud: Message): Difference {
  const remaining = new Set(cloud.predictions)
  let [unmatched, scoreDifference] = [0, 0]
  for (const one of board.predictions) {
    let best: { other: ModelPrediction; like: number } | undefined
    for (const other of remaining) {
      const like = likeness(one, other)
      if (like > (best?.like ?? 0)) best = { other, like }
    }
    if (best === undefined) {
      unmatched += 1
      continue
    }
    remaining.delete(best.other)
    const shape = 'mask' in one ? 1 - best.like : 0
    scoreDifference = Math.max(scoreDifference, Math.abs(one.score - best.other.score), shape)
  }
  for (const [index, score] of (board.scores ?? []).entries())
    scoreDifference = Math.max(scoreDifference, Math.abs(score - (cloud.scores?.[index] ?? score)))
  return { unmatched: unmatched + remaining.size, scoreDifference }
}
