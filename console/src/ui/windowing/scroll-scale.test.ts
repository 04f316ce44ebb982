import { expect, test } from 'vitest'
import { createScrollScale } from './scroll-scale.ts'

test('R2.28 a row that the browser can hold scrolls pixel by pixel', () => {
  const scale = createScrollScale()
  scale.measure(2_500_000, 800)
  expect(scale.height()).toBe(2_500_000)
  expect(scale.scrolled(1_234)).toBeNull()
  expect([scale.place(), scale.shift()]).toEqual([1_234, 0])
  expect(scale.settle()).toBeNull()
})

test('R2.28 a higher one is reached to its end: wheel steps are as wide as ever, leaps go by share', () => {
  const scale = createScrollScale(1_000_000)
  scale.measure(40_000_000, 1_000)
  expect(scale.height()).toBe(1_000_000)
  scale.scrolled(500_000)
  expect(scale.place() / 40_000_000).toBeCloseTo(0.5, 2)
  const previous = scale.place()
  scale.scrolled(500_100)
  expect(scale.place() - previous).toBe(100)
  // An item is drawn at the bar's offset plus its distance from the window's top.
  expect(previous + 100 + scale.shift()).toBe(500_100)
  scale.scrolled(999_000)
  expect(scale.place()).toBe(40_000_000 - 1_000)
  scale.scrolled(0)
  expect(scale.place()).toBe(0)
})

test('R2.28 the scroll bar is put where it belongs once it rests, and never ends before the things do', () => {
  const scale = createScrollScale(1_000_000)
  scale.measure(40_000_000, 1_000)
  scale.go(4_000)
  const bar = scale.go(4_000)
  // Small steps upwards take the bar to its end while there are items above.
  expect(scale.scrolled(bar - 50)).toBeNull()
  expect(scale.place()).toBe(3_950)
  const corrected = scale.scrolled(0)
  expect(scale.place()).toBeGreaterThan(0)
  expect(corrected).toBeCloseTo(scale.place() / ((40_000_000 - 1_000) / 999_000), 5)
  scale.go(8_000_000)
  const resting = scale.settle()
  expect(resting).toBeNull()
  scale.scrolled(scale.go(8_000_000) + 900)
  expect(scale.settle()).toBeCloseTo(8_000_900 / ((40_000_000 - 1_000) / 999_000), 3)
})
