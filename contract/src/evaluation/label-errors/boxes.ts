import { boxOverlap, type Box } from '../../labels/box.ts'
import type { JudgedImage, LabelErrorFinding } from './finding.ts'

interface PlacedBox {
  readonly labelId: string
  readonly box: Box
}

interface Predicted extends PlacedBox {
  readonly score: number
  /** Overlap with the label that it lies at most. */
  readonly nearest: number
}

interface Labeled extends PlacedBox {
  readonly id: string
}

/** Overlap from which a prediction and a label mean the same object. */
const sameObject = 0.5
/** Overlap from which a prediction lies at a label, however loose that is. */
const atObject = 0.1

/**
 * The three errors of ObjectLab (Tkachenko, Thyagarajan, Mueller 2023): overlooked, swapped, badly located. There, predictions
 * count from fixed confidences; here each counts by its own, since models of few images are seldom sure.
 */
export function findBoxErrors({ shapes, predictions }: JudgedImage): LabelErrorFinding[] {
  const labels = shapes.flatMap((shape): Labeled[] =>
    'box' in shape ? [{ id: shape.id, labelId: shape.labelId, box: shape.box }] : [],
  )
  const predicted = predictions.flatMap(({ labelId, prediction }): Predicted[] =>
    'box' in prediction
      ? [{ labelId, box: prediction.box, score: prediction.score, nearest: nearestOf(prediction.box, labels) }]
      : [],
  )
  return [
    ...predicted.flatMap(findMissing),
    ...labels.flatMap((label) => findWrongClass(label, predicted)),
    ...labels.flatMap((label) => findLoose(label, predicted)),
  ]
}

const nearestOf = (box: Box, labels: readonly Labeled[]) =>
  labels.reduce((most, label) => Math.max(most, boxOverlap(label.box, box)), 0)

/** What no label touches counts by its confidence; what one does, by the rest of the overlap. */
function findMissing(one: Predicted): LabelErrorFinding[] {
  if (one.nearest >= atObject) return []
  return [
    {
      kind: 'missing',
      score: one.score * (1 - one.nearest / atObject),
      shapeId: null,
      labelId: null,
      suggestedLabelId: one.labelId,
      confidence: one.score,
      overlap: null,
      box: one.box,
    },
  ]
}

/** The surest other class at the label, less what the model says for the label's own class there. */
function findWrongClass(label: Labeled, predicted: readonly Predicted[]): LabelErrorFinding[] {
  const at = predicted
    .map((one) => ({ ...one, overlap: boxOverlap(label.box, one.box) }))
    .filter(({ overlap }) => overlap >= sameObject)
  const [best] = at.filter(({ labelId }) => labelId !== label.labelId).toSorted((one, other) => other.score - one.score)
  if (best === undefined) return []
  const own = Math.max(0, ...at.filter(({ labelId }) => labelId === label.labelId).map(({ score }) => score))
  return [
    {
      kind: 'class',
      score: Math.max(0, best.score - own),
      shapeId: label.id,
      labelId: label.labelId,
      suggestedLabelId: best.labelId,
      confidence: best.score,
      overlap: best.overlap,
      box: best.box,
    },
  ]
}

/**
 * The surest prediction of the class at the label and at no other label more, by the square of how far it is from the label: a
 * little off is usual.
 */
function findLoose(label: Labeled, predicted: readonly Predicted[]): LabelErrorFinding[] {
  const own = predicted.flatMap((one) => {
    const overlap = boxOverlap(label.box, one.box)
    return one.labelId !== label.labelId || overlap < atObject || one.nearest > overlap ? [] : [{ ...one, overlap }]
  })
  const [best] = own.toSorted((one, other) => other.score - one.score)
  if (best === undefined) return []
  // A fitting prediction of nearly the same confidence speaks for the label.
  const fitting = Math.max(...own.map(({ overlap, score }) => overlap * Math.min(1, score / best.score)))
  return [
    {
      kind: 'location',
      score: best.score * (1 - fitting) ** 2,
      shapeId: label.id,
      labelId: label.labelId,
      suggestedLabelId: label.labelId,
      confidence: best.score,
      overlap: best.overlap,
      box: best.box,
    },
  ]
}
