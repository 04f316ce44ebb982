import { expect, test } from 'vitest'
import { augmentationOf, augmentedView, drawnNumbers } from './augmented-view.ts'

const middle = [0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5]

test('a picture is shown as the training sees it', () => {
  expect(augmentedView(middle, { flip: 0, zoom: 0, colour: 0 })).toEqual({
    transform: 'none',
    width: '100%',
    left: expect.stringMatching(/^-?0%$/),
    top: expect.stringMatching(/^-?0%$/),
    filter: 'brightness(1) contrast(1) saturate(1)',
  })
  // A part of half the sides, at the right and at the bottom, mirrored and dark.
  const near = augmentedView([0, 0, 1, 1, 0, 0.5, 0.5], { flip: 0.5, zoom: 1, colour: 0.2 })
  expect(near).toMatchObject({ transform: 'scaleX(-1)', width: '200%', left: '-100%', top: '-100%' })
  expect(near.filter).toMatch(/^brightness\(0\.8\)/)
  // Half as large, with grey on the left.
  expect(augmentedView([1, 1, 1, 0, 0.5, 0.5, 0.5], { flip: 0.5, zoom: 1, colour: 0 })).toMatchObject({
    transform: 'none',
    width: '50%',
    left: '50%',
  })
})

test('pictures are changed differently, and alike each time', () => {
  const all = [0, 1, 2, 3].map((picture) => drawnNumbers(picture))
  expect(new Set(all.map(String)).size).toBe(4)
  expect(all.flat().every((number) => number >= 0 && number < 1)).toBe(true)
  expect(drawnNumbers(2)).toEqual(all[2])
  expect(augmentationOf({ flip: 0.5, zoom: 0.5 })).toBeUndefined()
})
