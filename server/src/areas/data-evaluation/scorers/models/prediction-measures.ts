import type { CriterionScore } from '@vermilion/contract/data-evaluations'
import type { PredictionMeasure } from '@vermilion/contract/data-evaluations/scorers'
import type { ImagePrediction } from '@vermilion/contract/models/image-predictions'

const halfOfObjects = 5

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

/** Class probabilities that sum to 1; undefined for other tasks. */
const choiceOf = ({ task, isMultiple, scores = [] }: ImagePrediction) =>
  task === 'classification' && !isMultiple ? scores : undefined

function presencesOf({ task, predictions, faint = [], scores = [] }: ImagePrediction): readonly number[] {
  return task === 'classification' ? scores : [...predictions, ...faint].map(({ score }) => score)
}

/**
 * The confidence of a single class is its probability; of multiple labels the mean of max(p, 1 - p); of boxes and masks the mean
 * score, or 1 less the best low score (least confidence: D. D. Lewis and W. A. Gale, A Sequential Algorithm for Training Text
 * Classifiers, 1994).
 */
function confidenceOf(prediction: ImagePrediction): number {
  const choice = choiceOf(prediction)
  if (choice !== undefined) return Math.max(0, ...choice)
  const presences = presencesOf(prediction)
  if (prediction.task === 'classification')
    return presences.length === 0 ? 0 : mean(presences.map((presence) => Math.max(presence, 1 - presence)))
  const objects = prediction.predictions.map(({ score }) => score)
  return objects.length > 0 ? mean(objects) : 1 - Math.max(0, ...presences)
}

/** Entropy as a share of its maximum (C. E. Shannon, A Mathematical Theory of Communication, 1948). */
function entropy(probabilities: readonly number[]): number {
  if (probabilities.length < 2) return 0
  const bits = probabilities.map((part) => (part > 0 ? -part * Math.log(part) : 0))
  return bits.reduce((sum, part) => sum + part, 0) / Math.log(probabilities.length)
}

/** Low means uncertain (T. Scheffer, C. Decomain and S. Wrobel, Active Hidden Markov Models for Information Extraction, 2001). */
function margin(probabilities: readonly number[]): number {
  const [first = 1, second = 0] = probabilities.toSorted((one, other) => other - one)
  return first - second
}

/** The most uncertain object decides (C.-A. Brust et al., Active Learning for Deep Object Detection, 2019). */
function leastSure(prediction: ImagePrediction): { entropy: number; margin: number } {
  const choice = choiceOf(prediction)
  const questions =
    choice === undefined ? presencesOf(prediction).map((presence) => [presence, 1 - presence]) : [choice]
  return {
    entropy: Math.max(0, ...questions.map(entropy)),
    margin: Math.min(1, ...questions.map(margin)),
  }
}

const percent = (part: number) => 100 * Math.min(1, Math.max(0, part))

/** Measures as criteria from 0 to 100; reasons contain the raw values. */
const criteriaOf: Readonly<Record<PredictionMeasure, (prediction: ImagePrediction) => CriterionScore[]>> = {
  confidence(prediction) {
    const confidence = confidenceOf(prediction)
    return [{ key: 'confidence', score: percent(confidence), reason: confidence.toFixed(3) }]
  },
  /** 100 × entropy, and 100 × (1 - margin): high values are worth labeling. */
  uncertainty(prediction) {
    const least = leastSure(prediction)
    return [
      { key: 'entropy', score: percent(least.entropy), reason: least.entropy.toFixed(3) },
      { key: 'margin', score: percent(1 - least.margin), reason: least.margin.toFixed(3) },
    ]
  },
  /** 100 × n / (n + 5) for n objects at the model's own confidence: 50 for five. */
  objects({ predictions: { length } }) {
    return [{ key: 'objects', score: percent(length / (length + halfOfObjects)), reason: String(length) }]
  },
}

export function measurePrediction(measure: PredictionMeasure, prediction: ImagePrediction): CriterionScore[] {
  return criteriaOf[measure](prediction)
}
