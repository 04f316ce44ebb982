import type { JudgedImage, LabelErrorFinding } from './finding.ts'

/**
 * The normalized margin of confident learning (Northcutt, Jiang, Chuang 2021): how much surer the model is of another class
 * than of the label. An image with several classes is asked about each: one that is there and not predicted is confused with
 * the surest that is predicted and not there.
 */
export function findClassErrors({ shapes, predictions }: JudgedImage): LabelErrorFinding[] {
  const labels = shapes.filter(({ kind }) => kind === 'class')
  const scores = new Map(predictions.map(({ labelId, prediction }) => [labelId, prediction.score]))
  const others = [...scores]
    .filter(([labelId]) => labels.every((label) => label.labelId !== labelId))
    .toSorted(([, one], [, other]) => other - one)
  const [surest] = others
  if (surest === undefined) return []
  const [suggestedLabelId, confidence] = surest
  const usual = { suggestedLabelId, confidence, overlap: null, box: null }
  if (labels.length === 0) return [{ ...usual, kind: 'missing', score: confidence, shapeId: null, labelId: null }]
  const doubted = labels.map((label) => ({ label, own: scores.get(label.labelId) ?? 0 }))
  const [{ label, own } = { label: labels[0]!, own: 0 }] = doubted.toSorted((one, other) => one.own - other.own)
  return [{ ...usual, kind: 'class', score: Math.max(0, confidence - own), shapeId: label.id, labelId: label.labelId }]
}
