import { type ImageResult, type PairingLimits, pairUp } from '../detection/matching.ts'
import { createDetectionTally } from '../detection/metrics.ts'
import { f1 } from '../detection/ranking.ts'
import { background } from '../evaluations.ts'
import { type Evaluator, meanOf, type ConfusionCount, verdictOf } from './evaluator.ts'

/** COCO's average precision over all scores. Severity: a missed object adds 1, a false positive its score, a wrong label both. */
export function createDetectionEvaluator(labelCount: number, limits: PairingLimits): Evaluator<ImageResult> {
  const tally = createDetectionTally(labelCount)
  return {
    add(result) {
      tally.add(result)
      const { pairs, extra, missed } = pairUp(result, limits)
      const wrong = pairs.filter(({ predicted, real }) => predicted.labelIndex !== real.labelIndex)
      const cells = [
        ...pairs.map(({ predicted, real }) => [predicted.labelIndex, real.labelIndex] as const),
        ...extra.map(({ labelIndex }) => [labelIndex, background] as const),
        ...missed.map(({ labelIndex }) => [background, labelIndex] as const),
      ]
      const surety = [...extra, ...wrong.map(({ predicted }) => predicted)].reduce((sum, { score }) => sum + score, 0)
      return verdictOf(counted(cells), missed.length + wrong.length + surety, background)
    },
    findings() {
      const { overall, labels, bestConfidence, instances } = tally.evaluation(limits.confidence)
      const perLabel = labels.map(
        ({ labelIndex, precisionByConfidence, recallByConfidence, precisionByRecall, ...label }) => ({
          labelIndex,
          instances: label.instances,
          images: label.images,
          figures: {
            precision: label.precision,
            recall: label.recall,
            f1: label.precision === null || label.recall === null ? null : f1(label.precision, label.recall),
            mAP50: label.mAP50,
            mAP50to95: label.mAP50to95,
          },
          curves: { precision: precisionByConfidence, recall: recallByConfidence, precisionByRecall },
        }),
      )
      return {
        instances,
        figures: { ...overall, f1: meanOf(perLabel, 'f1') },
        bestConfidence: instances === 0 ? null : bestConfidence,
        labels: perLabel,
      }
    },
  }
}

export function counted(pairs: readonly (readonly [found: number, real: number])[]): ConfusionCount[] {
  const cells = new Map<string, ConfusionCount>()
  for (const [predicted, real] of pairs) {
    const key = `${predicted} ${real}`
    const cell = cells.get(key)
    if (cell === undefined) cells.set(key, { found: predicted, real, count: 1 })
    else cell.count += 1
  }
  return [...cells.values()]
}
