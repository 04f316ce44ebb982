import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Figures } from '../../evaluations.ts'
import { maskOf } from '../../labels/mask.ts'
import { createClassificationEvaluator } from '../classification.ts'
import { createDetectionEvaluator } from '../detection.ts'
import type { Findings } from '../evaluator.ts'
import { createSegmentationEvaluator } from '../segmentation.ts'
import { createDraws, isSignificant, percentileInterval } from './bootstrap.ts'
import { createClassificationSamples } from './classification.ts'
import { createDetectionSamples } from './detection.ts'
import type { ResampledFigures } from './samples.ts'
import { createSegmentationSamples } from './segmentation.ts'

const labels = 3
const label = fc.integer({ min: 0, max: labels - 1 })

function expectSame(resampled: ResampledFigures, { figures, labels: perLabel }: Findings): void {
  const pairs = [[resampled.overall, figures], ...resampled.labels.map((own, at) => [own, perLabel[at]!.figures])]
  for (const [own, expected] of pairs as [Figures, Figures][]) {
    expect(Object.keys(own).toSorted()).toEqual(Object.keys(expected).toSorted())
    for (const [name, value] of Object.entries(expected)) {
      const resampledValue = own[name as keyof Figures]
      if (value === null) expect(resampledValue).toBeNull()
      else expect(resampledValue).toBeCloseTo(value, 12)
    }
  }
}

const repeated = <Image>(image: fc.Arbitrary<Image>) =>
  fc.array(fc.tuple(image, fc.integer({ min: 0, max: 3 })), { minLength: 1, maxLength: 8 })
const copiesOf = <Image>(images: readonly (readonly [Image, number])[]) =>
  images.flatMap(([image, count]) => Array.from({ length: count }, () => image))

const box = fc.record({
  x: fc.integer({ min: 0, max: 20 }),
  y: fc.integer({ min: 0, max: 20 }),
  width: fc.constant(10),
  height: fc.constant(10),
})
const score = fc.integer({ min: 0, max: 1_000_000 }).map((value) => value / 1_000_000)

test('R2.23 figures of boxes where images count several times are those of the images that many times', () => {
  const image = fc.record({
    truth: fc.array(fc.record({ labelIndex: label, box }), { maxLength: 4 }),
    predictions: fc.array(fc.record({ labelIndex: label, box, score }), { maxLength: 6 }),
  })
  fc.assert(
    fc.property(repeated(image), (images) => {
      const samples = createDetectionSamples(labels, 0.25)
      for (const [at, [result]] of images.entries()) samples.add(result, at)
      const evaluator = createDetectionEvaluator(labels, { confidence: 0.25, overlap: 0.5 })
      for (const result of copiesOf(images)) evaluator.add(result)
      expectSame(samples.figuresOf(images.map(([, count]) => count)), evaluator.findings())
    }),
  )
})

test.each([false, true])('R2.23 so are those of classes (several in an image: %s)', (multiple) => {
  const image = fc.record({
    truth: fc.uniqueArray(label, { minLength: 1, maxLength: multiple ? 2 : 1 }),
    scores: fc.array(score, { minLength: labels, maxLength: labels }),
  })
  fc.assert(
    fc.property(repeated(image), (images) => {
      const options = { labelCount: labels, multiple, confidence: 0.5 }
      const samples = createClassificationSamples(options)
      const once = createClassificationEvaluator(options)
      for (const [at, [classified]] of images.entries()) {
        const verdict = once.add(classified)
        if (verdict !== null) samples.add(classified, verdict.cells, at)
      }
      const evaluator = createClassificationEvaluator(options)
      for (const classified of copiesOf(images)) evaluator.add(classified)
      expectSame(samples.figuresOf(images.map(([, count]) => count)), evaluator.findings())
    }),
  )
})

test('R2.23 so are those of pixels', () => {
  const [width, height] = [6, 4]
  const map = fc.array(fc.integer({ min: 0, max: labels }), { minLength: width * height, maxLength: width * height })
  const regions = (values: readonly number[]) =>
    Array.from({ length: labels }, (_, labelIndex) => {
      const inside = Uint8Array.from(values, (value) => Number(value === labelIndex + 1))
      const mask = maskOf(inside, { x: 0, y: 0, width, height })
      return mask === null ? [] : [{ labelIndex, mask }]
    }).flat()
  fc.assert(
    fc.property(repeated(fc.tuple(map, map)), (images) => {
      const imageOf = ([truth, predicted]: readonly [number[], number[]]) => {
        return { width, height, truth: regions(truth), predicted: regions(predicted) }
      }
      const samples = createSegmentationSamples(labels)
      const once = createSegmentationEvaluator(labels)
      for (const [at, [maps]] of images.entries()) samples.add(once.add(imageOf(maps))!.cells, at)
      const evaluator = createSegmentationEvaluator(labels)
      for (const maps of copiesOf(images)) evaluator.add(imageOf(maps))
      expectSame(samples.figuresOf(images.map(([, count]) => count)), evaluator.findings())
    }),
  )
})

test('draws are seeded, of as many images as there are, and an interval holds what it should', () => {
  const images = 400
  const drawsOf = (seed: number) => {
    const [draw, counts] = [createDraws(images, seed), new Uint32Array(images)]
    return Array.from({ length: 500 }, () => {
      draw(counts)
      expect(counts.reduce((sum, count) => sum + count, 0)).toBe(images)
      return counts.reduce((sum, count, at) => sum + (at < images / 4 ? count : 0), 0) / images
    })
  }
  expect(drawsOf(7)).toEqual(drawsOf(7))
  const interval = percentileInterval(drawsOf(7))!
  // The standard error of a share is known: sqrt(p (1 - p) / n).
  const halfWidth = 1.96 * Math.sqrt((0.25 * 0.75) / images)
  expect(interval.low).toBeCloseTo(0.25 - halfWidth, 2)
  expect(interval.high).toBeCloseTo(0.25 + halfWidth, 2)
  expect([isSignificant(interval), isSignificant({ low: -0.1, high: 0.1 })]).toEqual([true, false])
  expect(percentileInterval([1, null])).toBeNull()
})
