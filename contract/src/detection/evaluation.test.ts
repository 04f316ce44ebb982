import fc from 'fast-check'
import { expect, test } from 'vitest'
import { evaluateClassification } from './classification.ts'
import { countPixels, evaluateSegmentation, ignoredPixel, pixelConfusion } from './segmentation.ts'

const labelCount = 7
const scores = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: labelCount, maxLength: labelCount })
const single = fc.record({ scores, truth: fc.integer({ min: 0, max: labelCount - 1 }).map((label) => [label]) })

test('top-1 and top-5 are the parts of images whose label is likeliest, or among the five likeliest', () => {
  fc.assert(
    fc.property(fc.array(single, { minLength: 1, maxLength: 30 }), (results) => {
      const within = (topCount: number) =>
        results.filter(({ scores: own, truth }) => {
          const order = own.map((_, label) => label).toSorted((a, b) => own[b]! - own[a]! || a - b)
          return order.slice(0, topCount).includes(truth[0]!)
        }).length / results.length
      const { overall, confusion, images } = evaluateClassification(results, labelCount, false)
      expect(overall.top1).toBeCloseTo(within(1), 9)
      expect(overall.top5).toBeCloseTo(within(5), 9)
      expect(images).toBe(results.length)
      expect(confusion.flat().reduce((a, b) => a + b)).toBe(results.length)
    }),
  )
})

test('images of several classes are measured by average precision, one class of an image at a time', () => {
  const results = [
    { scores: [0.9, 0.1], truth: [0] },
    { scores: [0.8, 0.7], truth: [1] },
    { scores: [0.7, 0.6], truth: [0, 1] },
    { scores: [0.1, 0.2], truth: [] },
  ]
  const { overall, labels, confusion } = evaluateClassification(results, 2, true)
  // Label 0: right at ranks 1 and 3. Label 1: right at ranks 1 and 2.
  expect(labels.map((label) => label.averagePrecision)).toEqual([(1 + 2 / 3) / 2, 1])
  expect(overall).toEqual({ top1: null, top5: null, meanPrecision: ((1 + 2 / 3) / 2 + 1) / 2 })
  expect(confusion).toEqual([])
  // With single classes, an image without a class says nothing.
  expect(evaluateClassification(results, 2, false)).toMatchObject({ images: 2, overall: { top1: 0.5, top5: 1 } })
})

const classes = 3
const pixel = fc.oneof(fc.integer({ min: 0, max: classes }), fc.constant(ignoredPixel))
const picture = fc.array(fc.record({ real: pixel, predicted: fc.integer({ min: 0, max: classes }) }), { maxLength: 60 })

test('R2.23 mIoU is the mean over the labels that are there, and once more with the background; ignored pixels count nowhere', () => {
  fc.assert(
    fc.property(fc.array(picture, { minLength: 1, maxLength: 3 }), (pictures) => {
      const pixels = pixelConfusion(classes)
      for (const one of pictures) {
        countPixels(
          pixels,
          one.map(({ predicted }) => predicted),
          one.map(({ real }) => real),
        )
      }
      const all = pictures.flat().filter(({ real }) => real !== ignoredPixel)
      const overlaps = Array.from({ length: classes + 1 }, (_, index) => {
        const both = all.filter(({ real, predicted }) => real === index && predicted === index).length
        const either = all.filter(({ real, predicted }) => real === index || predicted === index).length
        return all.some(({ real }) => real === index) ? [both / either] : []
      })
      const { overall } = evaluateSegmentation(pixels)
      if (all.length === 0) {
        expect(overall).toEqual({ mIoU: null, mIoUWithBackground: null, pixelAccuracy: null })
        return
      }
      const meanOf = (some: number[]) => (some.length === 0 ? -1 : some.reduce((a, b) => a + b) / some.length)
      expect(overall.mIoU ?? -1).toBeCloseTo(meanOf(overlaps.slice(0, -1).flat()), 9)
      expect(overall.mIoUWithBackground).toBeCloseTo(meanOf(overlaps.flat()), 9)
      expect(overall.pixelAccuracy).toBeCloseTo(
        all.filter(({ real, predicted }) => real === predicted).length / all.length,
        9,
      )
    }),
  )
})
