import fc from 'fast-check'
import { expect, test } from 'vitest'
import { evaluateClassification } from '../detection/classification.ts'
import { confusionMatrix } from '../detection/matching.ts'
import { background } from '../evaluations.ts'
import { maskOf } from '../labels/mask.ts'
import { createClassificationEvaluator } from './classification.ts'
import { createDetectionEvaluator } from './detection.ts'
import { createSegmentationEvaluator } from './segmentation.ts'
import { averagePrecision, type PlainImage } from './testing/coco-definition.ts'

const labels = 3
const anyBox = fc.record({
  x: fc.integer({ min: 0, max: 24 }),
  y: fc.integer({ min: 0, max: 24 }),
  width: fc.integer({ min: 3, max: 20 }),
  height: fc.integer({ min: 3, max: 20 }),
})
const anyLabel = fc.integer({ min: 0, max: labels - 1 })
const anyObject = fc.record({ labelIndex: anyLabel, box: anyBox })
/** Few distinct scores give ties; boxes near true ones give matches. */
const anyImage: fc.Arbitrary<PlainImage> = fc.array(anyObject, { maxLength: 7 }).chain((truth) => {
  const near = truth.map(({ labelIndex, box }) =>
    fc
      .record({ by: fc.integer({ min: -3, max: 3 }), score: fc.integer({ min: 0, max: 20 }), other: fc.boolean() })
      .map(({ by, score, other }) => ({
        labelIndex: other && by === 3 ? (labelIndex + 1) % labels : labelIndex,
        box: { ...box, x: box.x + by, y: box.y - Math.trunc(by / 2) },
        score: score / 20,
      })),
  )
  const stray = fc.record({ labelIndex: anyLabel, box: anyBox, score: fc.double({ min: 0, max: 1, noNaN: true }) })
  return fc.tuple(fc.tuple(...near), fc.array(stray, { maxLength: 6 })).map(([close, far]) => ({
    truth,
    predictions: [...close, ...far, ...close.slice(0, 2).map((one) => ({ ...one }))],
  }))
})

test('R2.23 mAP50 and mAP50-95 of each label and over all equal a second implementation from the COCO definition', () => {
  let measured = 0
  fc.assert(
    fc.property(fc.array(anyImage, { minLength: 1, maxLength: 8 }), (images) => {
      const evaluator = createDetectionEvaluator(labels, { confidence: 0.25, overlap: 0.5 })
      for (const image of images) evaluator.add(image)
      const { labels: perLabel, figures } = evaluator.findings()
      const expected = perLabel.map(({ labelIndex }) => averagePrecision(images, labelIndex))
      for (const [index, reference] of expected.entries()) {
        const { mAP50, mAP50to95 } = perLabel[index]!.figures
        if (reference === null) expect([mAP50, mAP50to95]).toEqual([null, null])
        else {
          expect(Math.abs(mAP50! - reference.mAP50)).toBeLessThan(1e-6)
          expect(Math.abs(mAP50to95! - reference.mAP50to95)).toBeLessThan(1e-6)
          if (reference.mAP50to95 > 0 && reference.mAP50to95 < 1) measured += 1
        }
      }
      const present = expected.flatMap((reference) => reference ?? [])
      expect(figures.mAP50 === null).toBe(present.length === 0)
      if (present.length === 0) return
      const mean = present.reduce((sum, { mAP50to95 }) => sum + mAP50to95, 0) / present.length
      expect(Math.abs(figures.mAP50to95! - mean)).toBeLessThan(1e-6)
    }),
    { numRuns: 400 },
  )
  expect(measured).toBeGreaterThan(200)
})

test('R2.23 of one label in one image the hundred most confident finds count, as in COCO', () => {
  const box = { x: 0, y: 0, width: 10, height: 10 }
  const far = Array.from({ length: 100 }, (_, at) => ({ labelIndex: 0, score: 0.9, box: { ...box, x: 20 + at * 11 } }))
  const image = { truth: [{ labelIndex: 0, box }], predictions: [...far, { labelIndex: 0, score: 0.1, box }] }
  const evaluator = createDetectionEvaluator(1, { confidence: 0, overlap: 0.5 })
  evaluator.add(image)
  expect(evaluator.findings().figures.mAP50).toBe(0)
  expect(averagePrecision([image], 0)).toEqual({ mAP50: 0, mAP50to95: 0 })
})

test('R2.23 the cells of the images add up to the confusion matrix, and tell missed, wrong and extra apart', () => {
  fc.assert(
    fc.property(fc.array(anyImage, { maxLength: 6 }), (images) => {
      const evaluator = createDetectionEvaluator(labels, { confidence: 0.25, overlap: 0.5 })
      const verdicts = images.map((image) => evaluator.add(image)!)
      const sums = Array.from({ length: labels + 1 }, () => Array.from({ length: labels + 1 }, () => 0))
      const rowOf = (index: number) => (index === background ? labels : index)
      for (const { cells } of verdicts) for (const c of cells) sums[rowOf(c.found)]![rowOf(c.real)]! += c.count
      expect(sums).toEqual(confusionMatrix(images, labels))
      for (const [at, { right, missed, wrong, extra, badness }] of verdicts.entries()) {
        const { truth, predictions } = images[at]!
        expect(right + missed + wrong).toBe(truth.length)
        expect(right + wrong + extra).toBe(predictions.filter(({ score }) => score >= 0.25).length)
        expect(badness === 0).toBe(missed + wrong + extra === 0)
      }
    }),
  )
})

test('R2.23 precision and recall are at the confidence from which mistakes are counted', () => {
  fc.assert(
    fc.property(
      fc.array(anyImage, { minLength: 1, maxLength: 6 }),
      fc.integer({ min: 0, max: 20 }),
      (images, score) => {
        const confidence = score / 20
        const evaluator = createDetectionEvaluator(labels, { confidence, overlap: 0.5 })
        for (const image of images) evaluator.add(image)
        for (const { labelIndex, instances, figures } of evaluator.findings().labels) {
          const sure = images.flatMap(({ predictions }) =>
            predictions.filter((one) => one.labelIndex === labelIndex && one.score >= confidence),
          ).length
          if (instances === 0) expect(figures.precision).toBeNull()
          else {
            // Precision times predictions equals recall times instances.
            expect(figures.precision! * sure).toBeCloseTo(figures.recall! * instances, 9)
            if (sure === 0) expect(figures).toMatchObject({ precision: 0, recall: 0, f1: 0 })
          }
        }
      },
    ),
  )
})

test('R2.23 top-1, top-5 and the figures of each class are those of counting by hand', () => {
  const classes = 8
  const anyClassified = fc.record({
    truth: fc.integer({ min: 0, max: classes - 1 }),
    scores: fc.array(fc.integer({ min: 0, max: 1_000_000 }), { minLength: classes, maxLength: classes }),
  })
  fc.assert(
    fc.property(fc.array(anyClassified, { minLength: 1, maxLength: 30 }), (images) => {
      const options = { labelCount: classes, multiple: false, confidence: 0.5 }
      const evaluator = createClassificationEvaluator(options)
      const order = images.map(({ scores }) =>
        scores.map((_, index) => index).sort((a, b) => scores[b]! - scores[a]! || a - b),
      )
      for (const [at, { truth, scores }] of images.entries()) {
        const verdict = evaluator.add({ truth: [truth], scores: scores.map((score) => score / 1_000_000) })
        expect(verdict?.wrong).toBe(order[at]![0] === truth ? 0 : 1)
      }
      const { figures, labels: perLabel } = evaluator.findings()
      const share = (count: number) => count / images.length
      expect(figures.top1).toBeCloseTo(share(images.filter((one, at) => order[at]![0] === one.truth).length), 12)
      const among = images.filter((one, at) => order[at]!.slice(0, 5).includes(one.truth))
      expect(figures.top5).toBeCloseTo(share(among.length), 12)
      for (const { labelIndex, instances, figures: own } of perLabel) {
        const [real, isPredicted] = [
          images.map((one) => one.truth === labelIndex),
          order.map(([top]) => top === labelIndex),
        ]
        const both = real.filter((is, at) => is && isPredicted[at]).length
        expect(instances).toBe(real.filter(Boolean).length)
        if (instances === 0) expect(own.recall).toBeNull()
        else {
          expect(own.recall).toBeCloseTo(both / instances, 12)
          expect(own.precision).toBeCloseTo(both / Math.max(1, isPredicted.filter(Boolean).length), 12)
        }
      }
      const trained = evaluateClassification(
        images.map(({ truth, scores }) => ({ truth: [truth], scores })),
        classes,
        false,
      )
      expect(figures.meanPrecision).toBeCloseTo(trained.overall.meanPrecision ?? Number.NaN, 12)
      expect(figures.top5).toBe(trained.overall.top5)
    }),
  )
})

test('a classifier that is surely wrong is worse than one that hesitates, and a right one is better than both', () => {
  const options = { labelCount: 2, multiple: false, confidence: 0.5 }
  const severityOf = (scores: number[]) => createClassificationEvaluator(options).add({ truth: [0], scores })!.badness
  expect(severityOf([0.02, 0.98])).toBeGreaterThan(severityOf([0.45, 0.55]))
  expect(severityOf([0.45, 0.55])).toBeGreaterThan(severityOf([0.6, 0.4]))
  expect(createClassificationEvaluator(options).add({ truth: [], scores: [1, 0] })).toBeNull()
})

test('where images have several classes, each is right, missed or extra by itself', () => {
  const evaluator = createClassificationEvaluator({ labelCount: 3, multiple: true, confidence: 0.5 })
  expect(evaluator.add({ truth: [0, 1], scores: [0.9, 0.2, 0.7] })).toMatchObject({ right: 1, missed: 1, extra: 1 })
  expect(evaluator.add({ truth: [], scores: [0, 0, 0] })).toMatchObject({ right: 0, missed: 0, extra: 0, badness: 0 })
  expect(evaluator.findings().figures).toMatchObject({ top1: null, precision: 0.5, recall: 0.5, meanPrecision: 1 })
})

test('R2.23 mIoU, the IoU of each class and pixel accuracy are those of counting pixels', () => {
  const [width, height] = [13, 9]
  const pixels = fc.array(fc.integer({ min: 0, max: labels }), { minLength: width * height, maxLength: width * height })
  const anyMap = fc.tuple(pixels, fc.boolean()).map(([map, bare]) => (bare ? map.map((label) => label % 2) : map))
  const regions = (map: readonly number[]) =>
    Array.from({ length: labels }, (_, labelIndex) => {
      const inside = Uint8Array.from(map, (label) => Number(label === labelIndex + 1))
      const mask = maskOf(inside, { x: 0, y: 0, width, height })
      return mask === null ? [] : [{ labelIndex, mask }]
    }).flat()
  fc.assert(
    fc.property(fc.array(fc.tuple(anyMap, anyMap), { minLength: 1, maxLength: 4 }), (images) => {
      const evaluator = createSegmentationEvaluator(labels)
      for (const [truth, predicted] of images) {
        const verdict = evaluator.add({ width, height, truth: regions(truth), predicted: regions(predicted) })
        expect(verdict?.missed).toBe(truth.filter((real, at) => real > 0 && predicted[at] === 0).length)
        expect(verdict?.extra).toBe(truth.filter((real, at) => real === 0 && predicted[at]! > 0).length)
        expect(verdict?.wrong).toBe(
          truth.filter((real, at) => real > 0 && predicted[at]! > 0 && predicted[at] !== real).length,
        )
      }
      const { figures, labels: own } = evaluator.findings()
      const all = images.flatMap(([truth, predicted]) => truth.map((real, at) => [real, predicted[at]!] as const))
      const classes = own.flatMap(({ labelIndex, figures: mine }) => {
        const label = labelIndex + 1
        expect(mine.mIoU === null).toBe(!all.some(([real]) => real === label))
        if (mine.mIoU === null) return []
        const either = all.filter(([real, predicted]) => real === label || predicted === label).length
        const both = all.filter(([real, predicted]) => real === label && predicted === label).length
        expect(mine.mIoU).toBeCloseTo(both / either, 12)
        return [both / either]
      })
      const meanOf = (some: number[]) => (some.length === 0 ? -1 : some.reduce((a, b) => a + b) / some.length)
      expect(figures.mIoU ?? -1).toBeCloseTo(meanOf(classes), 12)
      // The background counts as a class, as in Pascal VOC.
      const either = all.filter(([real, predicted]) => real === 0 || predicted === 0).length
      const ground = all.some(([real]) => real === 0)
        ? [all.filter(([real, predicted]) => real === 0 && predicted === 0).length / either]
        : []
      expect(figures.mIoUWithBackground).toBeCloseTo(meanOf([...classes, ...ground]), 12)
      expect(figures.pixelAccuracy).toBeCloseTo(
        all.filter(([real, predicted]) => real === predicted).length / all.length,
        12,
      )
    }),
  )
})

test('where regions lie over each other the later one counts, and what reaches out of the image is cut off', () => {
  const evaluator = createSegmentationEvaluator(2)
  const block = (x: number, labelIndex: number) => ({
    labelIndex,
    mask: { x, y: 0, width: 4, height: 2, counts: [0, 8] },
  })
  const verdict = evaluator.add({ width: 6, height: 2, truth: [block(0, 0), block(3, 1)], predicted: [block(0, 0)] })
  expect(verdict).toMatchObject({ right: 6, wrong: 2, missed: 4, extra: 0 })
})

test('R2.23 an image is worse by one for each object missed, by its score for each extra one, and by both for a wrong label', () => {
  const box = { x: 0, y: 0, width: 10, height: 10 }
  const truth = [{ labelIndex: 0, box }]
  const severityOf = (predictions: PlainImage['predictions']) =>
    createDetectionEvaluator(2, { confidence: 0.25, overlap: 0.5 }).add({ truth, predictions })!.badness
  expect(severityOf([{ labelIndex: 0, box, score: 0.9 }])).toBe(0)
  expect(severityOf([])).toBe(1)
  expect(severityOf([{ labelIndex: 1, box, score: 0.9 }])).toBeCloseTo(1.9)
  const far = { ...box, x: 50 }
  const both = [
    { labelIndex: 0, box, score: 0.9 },
    { labelIndex: 0, box: far, score: 0.4 },
  ]
  expect(severityOf(both)).toBeCloseTo(0.4)
})
