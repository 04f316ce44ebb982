import { expect, test } from 'vitest'
import type { Frame } from '../../editor/view.ts'
import { doesFor, drawnAround } from './drawn-area.ts'

const frame: Frame = { scale: 0.5, x: 10, y: -20, width: 1440, height: 900, pixelRatio: 1 }
const panned = (dx: number, dy: number): Frame => ({ ...frame, x: frame.x + dx, y: frame.y + dy })

test('a drawing does for its viewport, and for wherever that is panned to within a sixth of it', () => {
  const made = drawnAround(frame)
  expect(doesFor(made, frame)).toBe(true)
  expect(doesFor(made, panned(240, -150))).toBe(true)
  expect(doesFor(made, panned(-240, 150))).toBe(true)
  expect(doesFor(made, panned(241, 0))).toBe(false)
  expect(doesFor(made, panned(0, -151))).toBe(false)
  expect(doesFor(frame, panned(1, 0))).toBe(false)
})

test('it does for twice its scale and three quarters of it about the middle, and for no other screen', () => {
  const made = drawnAround(frame)
  const scaled = (ratio: number): Frame => {
    const x = 720 - (720 - frame.x) * ratio
    return { ...frame, scale: frame.scale * ratio, x, y: 450 - (450 - frame.y) * ratio }
  }
  expect([0.74, 0.76, 1.99, 2.01].map((ratio) => doesFor(made, scaled(ratio)))).toEqual([false, true, true, false])
  expect(doesFor(made, { ...frame, pixelRatio: 2 })).toBe(false)
})

test('a large screen gets what margin there is room for, in whole device pixels', () => {
  const large: Frame = { ...frame, width: 3840, height: 2160, pixelRatio: 1.25 }
  const made = drawnAround(large)
  expect(made.width * made.height * 1.25 ** 2).toBeLessThanOrEqual(16 * 2 ** 20)
  expect(made.width).toBeGreaterThan(large.width)
  expect(((made.x - large.x) * 1.25) % 1).toBeCloseTo(0, 9)
  const huge: Frame = { ...frame, width: 7680, height: 4320 }
  expect(drawnAround(huge)).toEqual(huge)
})
