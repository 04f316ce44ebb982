import type { InferenceResult } from '@vermilion/contract/models'
import { expect, test } from 'vitest'
import { isShown, type Shown, shownBoxes } from './displayed.ts'

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

const all: Shown = { view: 'both', threshold: 0, hiddenLabels: new Set(), images: 'all' }

test('R2.23 predictions are told right from wrong by label and overlap, most confident first', () => {
  const { found, right, missed } = shownBoxes(result, all)
  expect(found.map(({ score }) => score)).toEqual([0.9, 0.6, 0.3])
  expect(right).toEqual([true, false, false])
  expect(missed).toBe(1)
})

test('R2.23 the threshold hides what is less sure, and a hidden label counts nowhere', () => {
  expect(shownBoxes(result, { ...all, threshold: 0.6 }).found).toHaveLength(2)
  expect(shownBoxes(result, { ...all, threshold: 0.95 })).toMatchObject({ found: [], missed: 2 })
  expect(shownBoxes(result, { ...all, hiddenLabels: new Set(['cat']) })).toMatchObject({
    truth: [],
    right: [false],
    missed: 0,
  })
})

test('an image without truth has nothing right or missed', () => {
  expect(shownBoxes({ ...result, truth: null }, all)).toMatchObject({ truth: [], right: null, missed: 0 })
})

test('R2.23 images are chosen by what is shown of them', () => {
  const chosen = (images: Shown['images'], more: Partial<Shown> = {}) => isShown(result, { ...all, images, ...more })
  expect([chosen('all'), chosen('shown'), chosen('missed'), chosen('wrong')]).toEqual([true, true, true, true])
  expect(chosen('wrong', { threshold: 0.9 })).toBe(false)
  expect(chosen('missed', { hiddenLabels: new Set(['cat']) })).toBe(false)
  expect(chosen('shown', { hiddenLabels: new Set(['cat', 'dog']) })).toBe(false)
  expect(isShown({ ...result, truth: null }, { ...all, images: 'wrong' })).toBe(false)
})

test('R2.23 a class is right where the image has it; of masks nobody says it one by one', () => {
  const found = { kind: 'class', labelIndex: 0, label: 'cat', score: 0.9 } as const
  const classified: InferenceResult = { ...result, predictions: [found], truth: [{ kind: 'class', label: 'dog' }] }
  expect(shownBoxes(classified, all)).toMatchObject({ right: [false], missed: 1 })
  const mask = { x: 0, y: 0, width: 1, height: 1, counts: [0, 1] }
  const masked = { ...result, predictions: [{ ...found, kind: 'mask' as const, mask }] }
  expect(shownBoxes(masked, all)).toMatchObject({ right: null, missed: 0 })
})
