import { expect, test } from 'vitest'
import { maskOf, type Mask } from './mask.ts'
import { greatestOverlap } from './overlap.ts'

const image = { width: 20, height: 10 }
const filled = (x: number, y: number, width: number, height: number): Mask =>
  maskOf(new Uint8Array(width * height).fill(1), { x, y, width, height })!
const region = (x: number, y: number, width: number, height: number) =>
  ({ kind: 'mask', mask: filled(x, y, width, height) }) as const
const outline = (left: number, top: number, right: number, bottom: number) => {
  const rings = [[left, top, right, top, right, bottom, left, bottom]]
  return { kind: 'polygon' as const, polygon: { rings } }
}
const box = (x: number, y: number, width: number, height: number) =>
  ({ kind: 'box', box: { x, y, width, height } }) as const

test('boxes overlap as far as they have area in common, the nearest of several counts', () => {
  expect(greatestOverlap(box(0, 0, 4, 4), [], image)).toBe(0)
  expect(greatestOverlap(box(0, 0, 4, 4), [box(10, 0, 4, 4), box(0, 0, 4, 2), box(2, 0, 4, 4)], image)).toBe(0.5)
})

test('regions overlap pixel by pixel, whether they are masks or outlines', () => {
  expect(greatestOverlap(region(0, 0, 4, 4), [region(0, 0, 4, 4)], image)).toBe(1)
  expect(greatestOverlap(region(0, 0, 4, 4), [outline(0, 0, 4, 2)], image)).toBe(0.5)
  expect(greatestOverlap(outline(2, 2, 6, 6), [region(4, 2, 4, 4)], image)).toBeCloseTo(8 / 24)
  expect(greatestOverlap(region(0, 0, 4, 4), [region(10, 5, 2, 2)], image)).toBe(0)
})

test('one region that says what people drew in several pieces is there already', () => {
  const halves = [region(0, 0, 2, 4), outline(2, 0, 4, 4)]
  expect(greatestOverlap(region(0, 0, 4, 4), halves, image)).toBe(1)
  expect(greatestOverlap(region(0, 0, 4, 4), halves.slice(0, 1), image)).toBe(0.5)
})

test('of whole images a class is there or not', () => {
  expect(greatestOverlap({ kind: 'class' }, [{ kind: 'class' }], image)).toBe(1)
  expect(greatestOverlap({ kind: 'class' }, [], image)).toBe(0)
})
