import { expect, test } from 'vitest'
import type { Box } from '../../labels/box.ts'
import type { Shape } from '../../labels/index.ts'
import { maskOfRings } from '../../labels/raster.ts'
import type { ModelPrediction } from '../../predictions.ts'
import { findLabelErrors } from './find-label-errors.ts'

const size = { width: 100, height: 100 }
const boxAt = (x: number, y: number, width: number, height: number): Box => ({ x, y, width, height })
const label = (id: string, labelId: string, box: Box): Shape => ({ id, labelId, kind: 'box', source: 'manual', box })
const ringOf = ({ x, y, width, height }: Box) => [x, y, x + width, y, x + width, y + height, x, y + height]
const region = (id: string, labelId: string, box: Box): Shape => {
  return { id, labelId, kind: 'polygon', source: 'manual', polygon: { rings: [ringOf(box)] } }
}
const fullImage = (labelId: string): Shape => ({ id: `class:${labelId}`, labelId, kind: 'class', source: 'manual' })

function predicted(labelId: string, score: number, of: Pick<ModelPrediction, 'kind'> & { box?: Box }) {
  const common = { label: labelId, labelIndex: 0, score }
  if (of.kind === 'class') return { labelId, prediction: { ...common, kind: 'class' as const } }
  const box = of.box!
  if (of.kind === 'box') return { labelId, prediction: { ...common, kind: 'box' as const, box } }
  return { labelId, prediction: { ...common, kind: 'mask' as const, mask: maskOfRings([ringOf(box)], size)! } }
}
const predictedBox = (labelId: string, score: number, box: Box) => predicted(labelId, score, { kind: 'box', box })
const predictedMask = (labelId: string, score: number, box: Box) => predicted(labelId, score, { kind: 'mask', box })
const predictedClass = (labelId: string, score: number) => predicted(labelId, score, { kind: 'class' })

function brief(
  type: Parameters<typeof findLabelErrors>[0],
  shapes: Shape[],
  predictions: ReturnType<typeof predicted>[],
) {
  return findLabelErrors(type, { ...size, shapes, predictions }).map(({ kind, shapeId, suggestedLabelId, score }) => [
    kind,
    shapeId,
    suggestedLabelId,
    Number(score.toFixed(3)),
  ])
}

test('boxes: what fits is right, however sure the model is', () => {
  const box = boxAt(10, 10, 20, 20)
  expect(brief('target-detection', [label('a', 'cup', box)], [predictedBox('cup', 0.9, box)])).toEqual([])
  expect(brief('target-detection', [label('a', 'cup', box)], [])).toEqual([])
})

test('boxes: a sure prediction that no label touches is a missing label', () => {
  const [near, far] = [boxAt(10, 10, 20, 20), boxAt(60, 60, 20, 20)]
  const predictions = [predictedBox('cup', 0.9, near), predictedBox('bowl', 0.8, far)]
  expect(brief('target-detection', [label('a', 'cup', near)], predictions)).toEqual([['missing', null, 'bowl', 0.8]])
})

test('boxes: another class at the label counts by how much surer it is', () => {
  const box = boxAt(10, 10, 20, 20)
  const predictions = [predictedBox('bowl', 0.9, box), predictedBox('cup', 0.2, box)]
  expect(brief('target-detection', [label('a', 'cup', box)], predictions)).toEqual([['class', 'a', 'bowl', 0.7]])
})

test('boxes: a label twice as wide as what the model sees overlaps by a half', () => {
  const predictions = [predictedBox('cup', 0.8, boxAt(10, 10, 20, 20))]
  expect(brief('target-detection', [label('a', 'cup', boxAt(10, 10, 40, 20))], predictions)).toEqual([
    ['location', 'a', 'cup', 0.2],
  ])
  const both = [...predictions, predictedBox('cup', 0.8, boxAt(10, 10, 40, 20))]
  expect(brief('target-detection', [label('a', 'cup', boxAt(10, 10, 40, 20))], both)).toEqual([])
})

test('boxes: of two that touch, each prediction belongs to the label that it overlaps most', () => {
  const [one, other] = [boxAt(0, 0, 20, 20), boxAt(15, 0, 20, 20)]
  const labels = [label('a', 'cup', one), label('b', 'cup', other)]
  expect(brief('target-detection', labels, [predictedBox('cup', 0.9, one)])).toEqual([])
})

test('classes: the margin by which another class is surer', () => {
  const predictions = [predictedClass('cat', 0.7), predictedClass('dog', 0.2)]
  expect(brief('picture-classification', [fullImage('dog')], predictions)).toEqual([['class', 'class:dog', 'cat', 0.5]])
  expect(brief('picture-classification', [fullImage('cat')], predictions)).toEqual([])
  expect(brief('picture-classification', [], predictions)).toEqual([['missing', null, 'cat', 0.7]])
  const several = [predictedClass('cat', 0.9), predictedClass('dog', 0.8)]
  expect(brief('picture-classification', [fullImage('cat'), fullImage('dog')], several)).toEqual([])
})

test('pixels: half of a shifted region lies where the model sees nothing', () => {
  const predictions = [predictedMask('mat', 0.9, boxAt(20, 20, 40, 40))]
  expect(brief('semantic-segmentation', [region('a', 'mat', boxAt(40, 20, 40, 40))], predictions)).toEqual([
    ['pixels', 'a', 'mat', 0.45],
    ['missing', null, 'mat', 0.45],
  ])
  expect(brief('semantic-segmentation', [region('a', 'mat', boxAt(20, 20, 40, 40))], predictions)).toEqual([])
})

test('pixels: a bare region is missing, one of another class is wrong', () => {
  const [one, other] = [boxAt(0, 0, 30, 30), boxAt(60, 60, 30, 30)]
  const predictions = [predictedMask('mat', 0.9, one), predictedMask('rug', 0.8, other)]
  expect(brief('semantic-segmentation', [region('a', 'mat', one)], predictions)).toEqual([
    ['missing', null, 'rug', 0.8],
  ])
  const labels = [region('a', 'mat', one), region('b', 'mat', other)]
  expect(brief('semantic-segmentation', labels, predictions)).toEqual([['class', 'b', 'rug', 0.8]])
})

test('pixels: pictures larger than the grid are compared alike', () => {
  const large = { width: 2_000, height: 1_000 }
  const box = boxAt(500, 500, 200, 200)
  const mask = maskOfRings([ringOf(box)], large)!
  const predictions = [
    { labelId: 'mat', prediction: { kind: 'mask' as const, label: 'mat', labelIndex: 0, score: 0.9, mask } },
  ]
  const [finding] = findLabelErrors('semantic-segmentation', { ...large, shapes: [], predictions })
  expect(finding).toMatchObject({ kind: 'missing', score: 0.9 })
  for (const side of ['x', 'y', 'width', 'height'] as const)
    expect(Math.abs(finding!.box![side] - box[side])).toBeLessThan(25)
})
