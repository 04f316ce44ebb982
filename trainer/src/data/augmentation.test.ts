import { expect, test } from 'vitest'
import { randomAt } from '../random.ts'
import { drawView, plainView, randomView, viewBox } from './augmentation.ts'

const size = 64

function picture(box: { x: number; y: number; width: number; height: number }): Uint8Array {
  const rgb = new Uint8Array(size * size * 3)
  for (let y = box.y; y < box.y + box.height; y++) {
    rgb.fill(255, (y * size + box.x) * 3, (y * size + box.x + box.width) * 3)
  }
  return rgb
}

test('the plain view is the image itself, value by value', () => {
  const rgb = Uint8Array.from({ length: size * size * 3 }, (_, i) => (i * 31) % 256)
  const out = new Float32Array(3 * size * size)
  drawView(rgb, plainView, size, out, 0)
  const expected = Float32Array.from(out, (_, i) => rgb[(i % (size * size)) * 3 + Math.floor(i / (size * size))]! * (1 / 255))
  expect(out).toEqual(expected)
})

test('a view moves the pixels and the box alike', () => {
  const box = { x: 20, y: 24, width: 12, height: 8 }
  const rgb = picture(box)
  for (let seed = 0; seed < 40; seed++) {
    const view = { ...randomView(randomAt(seed), size), gain: [1, 1, 1], shift: [0, 0, 0] } as const
    const out = new Float32Array(3 * size * size)
    drawView(rgb, view, size, out, 0)
    const moved = viewBox(box, view, size)!
    // The gray outside is 0.45: only the box is brighter.
    const bright = [...out.subarray(0, size * size).entries()].filter(([, value]) => value > 0.5).map(([index]) => index)
    const columns = bright.map((index) => index % size)
    const rows = bright.map((index) => Math.floor(index / size))
    expect(Math.abs(Math.min(...columns) - moved.x)).toBeLessThanOrEqual(1)
    expect(Math.abs(Math.max(...columns) + 1 - moved.x - moved.width)).toBeLessThanOrEqual(1)
    expect(Math.abs(Math.min(...rows) - moved.y)).toBeLessThanOrEqual(1)
    expect(Math.abs(Math.max(...rows) + 1 - moved.y - moved.height)).toBeLessThanOrEqual(1)
  }
})

test('an object that mostly leaves the view is no object of the view', () => {
  const view = { ...plainView, moveX: -28 }
  expect(viewBox({ x: 18, y: 24, width: 12, height: 8 }, view, size)).toBeNull()
  expect(viewBox({ x: 22, y: 24, width: 12, height: 8 }, view, size)).toEqual({ x: 0, y: 24, width: 6, height: 8 })
})
