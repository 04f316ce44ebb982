import type { ModelPrediction, PredictionLine } from '@vermilion/contract/predictions'
import { differenceOf, isDifferent } from '../board/difference.ts'

type Message = Pick<PredictionLine, 'predictions' | 'scores'>

export function createLabelList() {
  const positions = new Map<string, number>()
  const positionOf = (label: string): number => {
    const existing = positions.get(label)
    if (existing !== undefined) return existing
    positions.set(label, positions.size)
    return positions.size - 1
  }
  return {
    positionOf,
    names: () => [...positions.keys()],
    translate({ predictions, scores }: Message, labels: readonly string[], confidence: number): Message {
      const translatedPredictions = predictions.flatMap((one): ModelPrediction[] =>
        'box' in one && one.score < confidence ? [] : [{ ...one, labelIndex: positionOf(one.label) }],
      )
      if (scores === undefined) return { predictions: translatedPredictions }
      const translated = Array.from({ length: positions.size }, () => 0)
      for (const [index, score] of scores.entries()) translated[positionOf(labels[index] ?? '')] = score
      return { predictions: translatedPredictions, scores: translated }
    },
  }
}

export function contrastOf(all: readonly Message[]): number {
  let [sum, pairs] = [0, 0]
  for (const [at, one] of all.entries()) {
    for (const other of all.slice(at + 1)) {
      const difference = differenceOf(one, other)
      if (isDifferent(difference)) sum += difference.unmatched + difference.scoreDifference
      pairs += 1
    }
  }
  return sum / Math.max(1, pairs)
}
