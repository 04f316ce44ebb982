import type { InferenceResult } from '@vermilion/contract/models'
import { expect, test } from 'vitest'
import { isDisplayed, type DisplayOptions, displayedBoxes } from './displayed.ts'
import { truthWithoutFind } from './truth-without-find.ts'

const box = (x: number) => ({ x, y: 0, width: 10, height: 10 })

const result: InferenceResult = {
  itemId: 'i',
  fileId: 'f',
  path: 'a.jpg',
  width: 100,
  height: 100,
  milliseconds: 5,
  predictions: [
    { kind: 'box', labelIndex: 0, label: 'cat', score: 0.3, box: box(40) },
    { kind: 'box', labelIndex: 0, label: 'cat', score: 0.9, box: box(1) },
    { kind: 'box', labelIndex: 1, label: 'dog', score: 0.6, box: box(20) },
  ],
  truth: [
    { kind: 'box', label: 'cat', box: box(0) },
    { kind: 'box', label: 'cat', box: box(20) },
  ],
}

const all: DisplayOptions = { view: 'both', threshold: 0, hiddenLabels: new Set(), images: 'all' }

test('R2.23 predictions are told right from wrong by label and overlap, most confident first', () => {
  const { predictions, right, missed } = displayedBoxes(result, all)
  expect(predictions.map(({ score }) => score)).toEqual([0.9, 0.6, 0.3])
  expect(right).toEqual([true, false, false])
  expect(missed).toBe(1)
})

test('R2.23 the threshold hides what is less sure, and a hidden label counts nowhere', () => {
  expect(displayedBoxes(result, { ...all, threshold: 0.6 }).predictions).toHaveLength(2)
  expect(displayedBoxes(result, { ...all, threshold: 0.95 })).toMatchObject({ predictions: [], missed: 2 })
  expect(displayedBoxes(result, { ...all, hiddenLabels: new Set(['cat']) })).toMatchObject({
    truth: [],
    right: [false],
    missed: 0,
  })
})

test('R2.23 what is true is named where no find of its label covers it', () => {
  // The second cat was predicted to be a dog.
  expect(truthWithoutFind(displayedBoxes(result, all))).toEqual([{ kind: 'box', label: 'cat', box: box(20) }])
  expect(truthWithoutFind(displayedBoxes(result, { ...all, threshold: 0.95 }))).toHaveLength(2)
})

test('an image without truth has nothing right or missed', () => {
  expect(displayedBoxes({ ...result, truth: null }, all)).toMatchObject({ truth: [], right: null, missed: 0 })
})

test('R2.23 images are chosen by what is shown of them', () => {
  const isIncluded = (images: DisplayOptions['images'], more: Partial<DisplayOptions> = {}) =>
    isDisplayed(result, { ...all, images, ...more })
  expect([isIncluded('all'), isIncluded('shown'), isIncluded('missed'), isIncluded('wrong')]).toEqual([
    true,
    true,
    true,
    true,
  ])
  expect(isIncluded('wrong', { threshold: 0.9 })).toBe(false)
  expect(isIncluded('missed', { hiddenLabels: new Set(['cat']) })).toBe(false)
  expect(isIncluded('shown', { hiddenLabels: new Set(['cat', 'dog']) })).toBe(false)
  expect(isDisplayed({ ...result, truth: null }, { ...all, images: 'wrong' })).toBe(false)
})

test('R2.23 a class is right where the image has it; of masks nobody says it one by one', () => {
  const prediction = { kind: 'class', labelIndex: 0, label: 'cat', score: 0.9 } as const
  const classified: InferenceResult = { ...result, predictions: [prediction], truth: [{ kind: 'class', label: 'dog' }] }
  expect(displayedBoxes(classified, all)).toMatchObject({ right: [false], missed: 1 })
  const mask = { x: 0, y: 0, width: 1, height: 1, counts: [0, 1] }
  const masked = { ...result, predictions: [{ ...prediction, kind: 'mask' as const, mask }] }
  expect(displayedBoxes(masked, all)).toMatchObject({ right: null, missed: 0 })
})
