import type { CriterionScore } from '@vermilion/contract/data-evaluations'
import type { PredictionMeasure } from '@vermilion/contract/data-evaluations/scorers'
import type { ImagePrediction } from '@vermilion/contract/models/image-predictions'

/** Objects of an image that count half of all that there can be. */
const halfOfObjects = 5

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

/** Probabilities that add up to 1, where the model chooses one of its labels. */
const choiceOf = ({ task, isMultiple, scores = [] }: ImagePrediction) =>
  task === 'classification' && !isMultiple ? scores : undefined

/** Otherwise: of each object or label that it has a hint of, the probability that it is there. */
function presencesOf({ task, predictions, faint = [], scores = [] }: ImagePrediction): readonly number[] {
  return task === 'classification' ? scores : [...predictions, ...faint].map(({ score }) => score)
}

/**
 * 0 to 1, how sure the model is of what it says: least confidence turned round (D. D. Lewis and W. A. Gale, A Sequential
 * Algorithm for Training Text Classifiers, 1994). Of one class, its probability. Of several, the mean over the labels of
 * the likelier of "is there" and "is not". Of boxes and masks, the mean of their scores; where it finds none, 1 less the
 * score of the box that it came closest to.
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

/**
 * Entropy of probabilities that add up to 1, as a part of the largest that so many can have (C. E. Shannon, A
 * Mathematical Theory of Communication, 1948; as a measure of what is worth labeling: B. Settles, Active Learning
 * Literature Survey, 2009).
 */
function entropy(probabilities: readonly number[]): number {
  if (probabilities.length < 2) return 0
  const bits = probabilities.map((part) => (part > 0 ? -part * Math.log(part) : 0))
  return bits.reduce((sum, part) => sum + part, 0) / Math.log(probabilities.length)
}

/**
 * Distance of the likeliest from the one after it: little is unsure (T. Scheffer, C. Decomain and S. Wrobel, Active
 * Hidden Markov Models for Information Extraction, 2001).
 */
function margin(probabilities: readonly number[]): number {
  const [first = 1, second = 0] = probabilities.toSorted((one, other) => other - one)
  return first - second
}

/** What the model is least sure of decides (C.-A. Brust et al., Active Learning for Deep Object Detection, 2019). */
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

/** Each measure as criteria from 0 to 100; their reasons are the values in their own units. */
const criteriaOf: Readonly<Record<PredictionMeasure, (prediction: ImagePrediction) => CriterionScore[]>> = {
  /** 100 × the confidence. */
  confidence(prediction) {
    const confidence = confidenceOf(prediction)
    return [{ key: 'confidence', score: percent(confidence), reason: confidence.toFixed(3) }]
  },
  /** 100 × the entropy, and 100 × (1 - the margin): 100 is where the model knows least, and labeling it teaches most. */
  uncertainty(prediction) {
    const least = leastSure(prediction)
    return [
      { key: 'entropy', score: percent(least.entropy), reason: least.entropy.toFixed(3) },
      { key: 'margin', score: percent(1 - least.margin), reason: least.margin.toFixed(3) },
    ]
  },
  /** 100 × n / (n + 5) for n objects at the model's own confidence: 50 at five of them. */
  objects({ predictions: { length } }) {
    return [{ key: 'objects', score: percent(length / (length + halfOfObjects)), reason: String(length) }]
  },
}

/** What a prediction scores, criterion by criterion. */
export function measurePrediction(measure: PredictionMeasure, prediction: ImagePrediction): CriterionScore[] {
  return criteriaOf[measure](prediction)
}
