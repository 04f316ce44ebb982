import type { ClassifiedImage } from '../detection/classification.ts'
import { bestStep, confidenceSteps, curvesOf, f1, precisionAtRecalls } from '../detection/ranking.ts'
import { background, type Figures } from '../evaluations.ts'
import { type Evaluator, type LabelFindings, meanOf, type ConfusionCount, verdictOf } from './evaluator.ts'
import { createScores, type Scores } from './scores.ts'

export interface ClassificationOptions {
  labelCount: number
  /** True when images may have several labels or none; otherwise images without exactly one are skipped. */
  multiple: boolean
  confidence: number
}

interface Label {
  instances: number
  right: number
  finds: Scores
  all: Scores
}

/** Memory limit; with more scores there is no mean average precision. */
const maxScores = 20_000_000

/** An image is worse the more confident its wrong labels and the less confident its true ones are. */
export function createClassificationEvaluator(options: ClassificationOptions): Evaluator<ClassifiedImage> {
  const { labelCount, multiple, confidence } = options
  const labels = Array.from({ length: labelCount }, (): Label => {
    return { instances: 0, right: 0, finds: createScores(), all: createScores() }
  })
  const within = { images: 0, top1: 0, top5: 0, held: 0 }

  function tally(scores: ArrayLike<number>, predicted: readonly number[], truth: readonly number[]): void {
    for (const labelIndex of truth) {
      labels[labelIndex]!.instances += 1
      if (predicted.includes(labelIndex)) labels[labelIndex]!.right += 1
    }
    for (const labelIndex of predicted) {
      labels[labelIndex]!.finds.add(scores[labelIndex]!, truth.includes(labelIndex))
    }
    within.held += labelCount
    if (within.held > maxScores) return
    for (const [labelIndex, { all }] of labels.entries()) {
      all.add(scores[labelIndex]!, truth.includes(labelIndex))
    }
  }

  return {
    add({ scores, truth }) {
      if (!multiple && truth.length !== 1) return null
      within.images += 1
      const order = Array.from(scores, (_, labelIndex) => labelIndex).sort((a, b) => scores[b]! - scores[a]!)
      if (multiple) {
        const predicted = order.filter((labelIndex) => scores[labelIndex]! >= confidence)
        tally(scores, predicted, truth)
        const wrong = predicted.filter((labelIndex) => !truth.includes(labelIndex))
        const cells = [...new Set([...predicted, ...truth])].map((label): ConfusionCount => {
          const [isPredicted, real] = [predicted.includes(label), truth.includes(label)]
          return { found: isPredicted ? label : background, real: real ? label : background, count: 1 }
        })
        const surety = wrong.reduce((sum, label) => sum + scores[label]!, 0)
        return verdictOf(
          cells,
          truth.reduce((sum, label) => sum + 1 - scores[label]!, surety),
          background,
        )
      }
      const [predicted, real] = [order[0]!, truth[0]!]
      tally(scores, [predicted], truth)
      if (predicted === real) within.top1 += 1
      if (order.slice(0, 5).includes(real)) within.top5 += 1
      const severity = predicted === real ? 1 - scores[real]! : 1 + scores[predicted]! - scores[real]!
      return verdictOf([{ found: predicted, real, count: 1 }], severity, background)
    },
    findings() {
      const perLabel = labels.map((label, index) => labelFindings(label, index, within.held <= maxScores))
      const present = perLabel.filter(({ instances }) => instances > 0)
      const part = (count: number) => (multiple || within.images === 0 ? null : count / within.images)
      return {
        instances: labels.reduce((sum, label) => sum + label.instances, 0),
        figures: {
          top1: part(within.top1),
          top5: part(within.top5),
          meanPrecision: meanOf(perLabel, 'meanPrecision'),
          precision: meanOf(perLabel, 'precision'),
          recall: meanOf(perLabel, 'recall'),
          f1: meanOf(perLabel, 'f1'),
        },
        bestConfidence:
          present.length === 0 ? null : confidenceSteps[bestStep(present.flatMap((l) => l.curves ?? []))]!,
        labels: perLabel,
      }
    },
  }
}

export function labelAccuracy(counts: { instances: number; predicted: number; right: number }): Figures {
  const { instances, predicted, right } = counts
  if (instances === 0) return { precision: null, recall: null, f1: null }
  const [precision, recall] = [predicted === 0 ? 0 : right / predicted, right / instances]
  return { precision, recall, f1: f1(precision, recall) }
}

function labelFindings({ instances, right, finds, all }: Label, labelIndex: number, complete: boolean): LabelFindings {
  const sorted = finds.ranked()
  const flags = sorted.map((find) => find.right)
  const meanPrecision = complete && instances > 0 ? all.averagePrecision() : null
  return {
    labelIndex,
    instances,
    images: instances,
    figures: { ...labelAccuracy({ instances, predicted: sorted.length, right }), meanPrecision },
    curves: {
      ...curvesOf(sorted, instances),
      precisionByRecall: instances === 0 ? confidenceSteps.map(() => 0) : precisionAtRecalls(flags, instances),
    },
  }
}
