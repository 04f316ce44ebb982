import { cutTiles } from '@vermilion/contract/detection/tiles/tiles'
import { createMaskCollector } from '@vermilion/contract/formats/masks/paint'
import type { Box } from '@vermilion/contract/labels/box'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Reading } from '../inference/reader.ts'
import { mergeTileMasks } from './merge-tiles.ts'

const labels = ['rose', 'tulip']
const picture = { width: 61, height: 47 }
const input = { width: 20, height: 16 }

/** Masks of the classes within a part of the picture; 2 is background. */
function readingOf(classes: Uint8Array, { x, y, width, height }: Box): Reading {
  const collector = createMaskCollector()
  for (let row = y; row < y + height; row += 1) {
    const start = row * picture.width + x
    collector.addRow(Int32Array.from(classes.subarray(start, start + width)), labels.length)
  }
  return {
    predictions: collector.masks().map(({ value, mask }) => {
      return { kind: 'mask' as const, label: labels[value]!, labelIndex: value, score: 0.5, mask }
    }),
  }
}

const everything = { x: 0, y: 0, ...picture }
const partsOf = (classes: Uint8Array, overlap: number) =>
  cutTiles(picture, input, { overlap }).map((tile) => ({ tile, reading: readingOf(classes, tile) }))

const area = picture.width * picture.height
const rectangles = fc.array(
  fc.tuple(fc.nat(60), fc.nat(46), fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 30 }), fc.nat(2)),
  { maxLength: 8 },
)

test('cut and merged, masks are what they were, to the pixel', () => {
  fc.assert(
    fc.property(rectangles, fc.constantFrom(0.05, 0.2, 0.5), (some, overlap) => {
      const classes = new Uint8Array(area).fill(2)
      for (const [left, top, width, height, value] of some)
        for (let y = top; y < Math.min(picture.height, top + height); y += 1)
          classes.fill(value, y * picture.width + left, y * picture.width + Math.min(picture.width, left + width))
      const merged = mergeTileMasks({ picture, full: null, parts: partsOf(classes, overlap) }, labels)
      expect(merged).toEqual(readingOf(classes, everything))
    }),
  )
})

test('where a tile says background, the full picture decides; a score is the mean over pixels', () => {
  const [none, half] = [new Uint8Array(area).fill(2), new Uint8Array(area).fill(2)]
  half.fill(0, 0, area - picture.width)
  const small = none.with(0, 1)
  const full = readingOf(half, everything)
  const fullReading = { predictions: full.predictions.map((one) => ({ ...one, score: 0.9 })) }
  const merged = mergeTileMasks({ picture, full: fullReading, parts: partsOf(small, 0.2) }, labels)
  const expected = half.with(0, 1)
  expect(merged.predictions.map(({ score }) => score)).toEqual([0.9, 0.5])
  expect(merged.predictions.map((one) => ({ ...one, score: 0.5 }))).toEqual(readingOf(expected, everything).predictions)
})
