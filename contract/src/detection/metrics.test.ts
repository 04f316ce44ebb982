import fc from 'fast-check'
import { expect, test } from 'vitest'
import { boxOverlap } from '../labels/box.ts'
import { confusionMatrix, matchPredictions, type ImageResult } from './matching.ts'
import { evaluateDetections, precisionAtRecalls } from './metrics.ts'
import { maxPredictions, suppress, type Prediction } from './prediction.ts'

const box = (x: number, y = 0, width = 10, height = 10) => ({ x, y, width, height })
const find = (x: number, score: number, labelIndex = 0): Prediction => ({ labelIndex, score, box: box(x) })
const real = (x: number, labelIndex = 0) => ({ labelIndex, box: box(x) })

const anyBox = fc.record({
  x: fc.integer({ min: 0, max: 60 }),
  y: fc.integer({ min: 0, max: 60 }),
  width: fc.integer({ min: 4, max: 40 }),
  height: fc.integer({ min: 4, max: 40 }),
})
const anyTruth = fc.record({ labelIndex: fc.integer({ min: 0, max: 2 }), box: anyBox })
const anyPrediction = fc.record({
  labelIndex: fc.integer({ min: 0, max: 2 }),
  box: anyBox,
  score: fc.double({ min: 0, max: 1, noNaN: true }),
})
const anyResult = fc.record({
  truth: fc.array(anyTruth, { maxLength: 6 }),
  predictions: fc.array(anyPrediction, { maxLength: 12 }),
})

test('suppression leaves no two of a label that overlap more, and drops nothing without a stronger neighbour', () => {
  fc.assert(
    fc.property(fc.array(anyPrediction), (predictions) => {
      const remaining = suppress(predictions, 0.45)
      const clash = (a: Prediction, b: Prediction) => a.labelIndex === b.labelIndex && boxOverlap(a.box, b.box) > 0.45
      for (const a of remaining) for (const b of remaining) if (a !== b) expect(clash(a, b)).toBe(false)
      for (const p of predictions) {
        expect(remaining.includes(p) || remaining.some((k) => clash(k, p) && k.score >= p.score)).toBe(true)
      }
    }),
  )
})

test('a label with very many objects takes no places of other labels', () => {
  const many = Array.from({ length: maxPredictions + 50 }, (_, at) => find(at * 20, 0.9 - at / 1000))
  const few = Array.from({ length: 5 }, (_, at) => find(at * 20, 0.1, 1))
  const remaining = suppress([...few, ...many], 0.45)
  expect(remaining).toEqual([...many.slice(0, maxPredictions), ...few])
  expect(evaluateDetections([{ truth: few, predictions: remaining }], 2).labels[1]?.mAP50).toBe(1)
})

test('average precision samples the envelope at 101 recalls', () => {
  // Right, wrong, right of 2 objects: precision 1 up to recall 0.5 (51 samples), then 2/3 (50 samples).
  const samples = precisionAtRecalls([true, false, true], 2)
  expect(samples.slice(0, 51)).toEqual(Array.from({ length: 51 }, () => 1))
  expect(samples.slice(51)).toEqual(Array.from({ length: 50 }, () => 2 / 3))
  expect(precisionAtRecalls([], 3)).toEqual(Array.from({ length: 101 }, () => 0))
  // One of a hundred found: recalls 0 and 0.01.
  expect(precisionAtRecalls([true], 100).filter((p) => p > 0)).toHaveLength(2)
})

test('each true object is given once, to the most confident prediction', () => {
  const result = { truth: [real(0)], predictions: [find(2, 0.5), find(1, 0.9)] }
  expect(matchPredictions(result, [0.5, 0.8]).map((m) => [m.score, ...m.right])).toEqual([
    [0.9, true, true],
    [0.5, false, false],
  ])
})

test('a perfect detector has 1 everywhere, a blind one 0, and nothing to find is null', () => {
  const truth = [real(0), real(40, 1)]
  const perfect = { truth, predictions: truth.map((t) => ({ ...t, score: 0.9 })) }
  expect(evaluateDetections([perfect], 2).overall).toEqual({ precision: 1, recall: 1, mAP50: 1, mAP50to95: 1 })
  const blind = { truth, predictions: [] }
  expect(evaluateDetections([blind], 2).overall).toEqual({ precision: 0, recall: 0, mAP50: 0, mAP50to95: 0 })
  const empty = evaluateDetections([{ truth: [], predictions: [find(0, 0.9)] }], 2)
  expect(empty.overall).toEqual({ precision: null, recall: null, mAP50: null, mAP50to95: null })
  expect(empty.labels.map((l) => l.mAP50)).toEqual([null, null])
})

test('mAP50-95 counts how tightly boxes sit: an overlap of 9/11 passes 7 of the 10 steps', () => {
  const result = { truth: [real(0)], predictions: [find(1, 0.9)] }
  expect(boxOverlap(box(0), box(1))).toBeCloseTo(9 / 11)
  const { overall } = evaluateDetections([result], 1)
  expect(overall.mAP50).toBe(1)
  expect(overall.mAP50to95).toBeCloseTo(0.7)
})

test('precision and recall are taken where the mean F1 is best', () => {
  // Below 0.5 half of the predictions are wrong.
  const results: ImageResult[] = Array.from({ length: 10 }, (_, i) => ({
    truth: [real(0)],
    predictions: [find(0, 0.6 + i / 100), find(50, 0.2)],
  }))
  const { overall, bestConfidence } = evaluateDetections(results, 1)
  expect(overall).toMatchObject({ precision: 1, recall: 1 })
  expect(bestConfidence).toBeGreaterThan(0.2)
  expect(bestConfidence).toBeLessThanOrEqual(0.6)
})

test('metrics lie in 0 to 1, mAP50-95 never beats mAP50, and the order of images does not matter', () => {
  fc.assert(
    fc.property(fc.array(anyResult, { maxLength: 5 }), (results) => {
      const { overall, labels } = evaluateDetections(results, 3)
      for (const value of [overall, ...labels].flatMap((m) => [m.precision, m.recall, m.mAP50, m.mAP50to95])) {
        if (value !== null) expect(value >= 0 && value <= 1).toBe(true)
      }
      if (overall.mAP50 !== null) expect(overall.mAP50to95).toBeLessThanOrEqual(overall.mAP50 + 1e-12)
      expect(evaluateDetections(results.toReversed(), 3).overall.mAP50 ?? -1).toBeCloseTo(overall.mAP50 ?? -1, 1)
    }),
  )
})

test('the confusion matrix gives every true object one row and every sure prediction one column', () => {
  fc.assert(
    fc.property(fc.array(anyResult, { maxLength: 5 }), (results) => {
      const matrix = confusionMatrix(results, 3)
      for (let label = 0; label < 3; label++) {
        const truths = results.flatMap((r) => r.truth).filter((t) => t.labelIndex === label).length
        expect(matrix.reduce((sum, row) => sum + row[label]!, 0)).toBe(truths)
        const ofLabel = results.flatMap((r) => r.predictions).filter((p) => p.labelIndex === label && p.score >= 0.25)
        expect(matrix[label]!.reduce((sum, n) => sum + n, 0)).toBe(ofLabel.length)
      }
    }),
  )
  const mixed = confusionMatrix([{ truth: [real(0, 0), real(50, 1)], predictions: [find(0, 0.9, 1)] }], 2)
  expect(mixed).toEqual([
    [0, 0, 0],
    [1, 0, 0],
    [0, 1, 0],
  ])
})
