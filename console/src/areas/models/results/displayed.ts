import { matchPredictions } from '@vermilion/contract/detection/matching'
import type { InferenceResult } from '@vermilion/contract/models'
import type { PredictionKind } from '@vermilion/contract/predictions'

export const views = ['found', 'both', 'truth'] as const

export const imageChoices = ['all', 'shown', 'missed', 'wrong'] as const
export type ImageChoice = (typeof imageChoices)[number]

export interface DisplayOptions {
  readonly view: (typeof views)[number]
  readonly threshold: number
  readonly hiddenLabels: ReadonlySet<string>
  readonly images: ImageChoice
}

type Prediction = InferenceResult['predictions'][number]
type Truth = NonNullable<InferenceResult['truth']>[number]

export interface DisplayedBoxes {
  predictions: Prediction[]
  truth: Truth[]
  /** True for each prediction that matches a true object; null when unknown. */
  right: boolean[] | null
  missed: number
}

/** The overlap from which a prediction is correct, as in mAP50. */
export const rightOverlap = 0.5

interface Rightness {
  /** Null when a single prediction cannot be judged. */
  right: boolean[] | null
  missed: number
}

/** The correctness of predictions by kind, as far as the page can tell; boxes match by overlap. */
const rightnessOf: Readonly<
  Record<PredictionKind, (predictions: readonly Prediction[], truth: readonly Truth[]) => Rightness>
> = {
  box(predictions, truth) {
    const labels = [...new Set([...predictions, ...truth].map(({ label }) => label))]
    const boxes = predictions.flatMap((one) =>
      'box' in one ? [{ ...one, labelIndex: labels.indexOf(one.label) }] : [],
    )
    const real = truth.flatMap((one) => ('box' in one ? [{ ...one, labelIndex: labels.indexOf(one.label) }] : []))
    const matches = matchPredictions({ predictions: boxes, truth: real }, [rightOverlap])
    const right = matches.map((match) => match.right[0] === true)
    return { right, missed: real.length - right.filter(Boolean).length }
  },
  class(predictions, truth) {
    const names = new Set(truth.map(({ label }) => label))
    const right = predictions.map(({ label }) => names.has(label))
    return { right, missed: [...names].filter((name) => !predictions.some(({ label }) => label === name)).length }
  },
  mask: () => ({ right: null, missed: 0 }),
}

export function displayedBoxes(result: InferenceResult, { threshold, hiddenLabels }: DisplayOptions): DisplayedBoxes {
  const predictions = result.predictions
    .filter(({ label, score }) => score >= threshold && !hiddenLabels.has(label))
    .toSorted((a, b) => b.score - a.score)
  const truth = result.truth?.filter(({ label }) => !hiddenLabels.has(label)) ?? []
  if (result.truth === null) return { predictions, truth, right: null, missed: 0 }
  const kind = result.predictions[0]?.kind ?? predictedAs[result.truth[0]?.kind ?? 'box']
  return { predictions, truth, ...rightnessOf[kind](predictions, truth) }
}

const predictedAs = { box: 'box', polygon: 'mask', mask: 'mask', class: 'class' } as const

export function isDisplayed(result: InferenceResult, display: DisplayOptions): boolean {
  if (display.images === 'all') return true
  const { predictions, truth, right, missed } = displayedBoxes(result, display)
  if (display.images === 'shown') return predictions.length + truth.length > 0
  return display.images === 'missed' ? missed > 0 : right?.includes(false) === true
}
