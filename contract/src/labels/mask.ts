import { z } from 'zod'
import type { Box, Point } from './box.ts'
import { schemaMessage } from '../kernel/schema-message.ts'

/**
 * A lossless mask in pixels of the upright image: a window, and in it row-wise run lengths, alternating from outside. The first
 * may be 0; they sum to `width * height`. (COCO's RLE counts by columns of the full image: `formats/coco` converts.)
 */
export const mask = /* @__PURE__ */ (() => {
  const pixels = z.number().int().min(0).max(1_000_000)
  return z
    .object({
      x: pixels,
      y: pixels,
      width: pixels.min(1),
      height: pixels.min(1),
      counts: z.array(z.number().int().min(0)).min(1),
    })
    .refine(
      ({ width, height, counts }) => counts.reduce((sum, count) => sum + count, 0) === width * height,
      schemaMessage('the runs of a mask add up to its width times its height', '掩码游程之和须等于宽乘高'),
    )
})()
export type Mask = z.output<typeof mask>

export function maskArea({ counts }: Mask): number {
  return counts.reduce((sum, count, index) => (index % 2 === 1 ? sum + count : sum), 0)
}

export function maskBounds({ x, y, width, height }: Mask): Box {
  return { x, y, width, height }
}

export function maskContains({ x, y, width, height, counts }: Mask, point: Point): boolean {
  const [column, row] = [Math.floor(point.x) - x, Math.floor(point.y) - y]
  if (column < 0 || row < 0 || column >= width || row >= height) return false
  let left = row * width + column
  for (const [index, count] of counts.entries()) {
    left -= count
    if (left < 0) return index % 2 === 1
  }
  return false
}

/** Pixels of the window, row by row: 1 inside, 0 outside. */
export function maskPixels({ width, height, counts }: Mask): Uint8Array {
  const inside = new Uint8Array(width * height)
  let at = 0
  for (const [index, count] of counts.entries()) {
    if (index % 2 === 1) inside.fill(1, at, at + count)
    at += count
  }
  return inside
}

/** `inside`: nonzero pixels of `window` in the image, row by row. Cropped to its content; null when empty. */
export function maskOf(inside: Uint8Array, window: Box): Mask | null {
  let [left, top, right, bottom] = [window.width, window.height, -1, -1]
  for (let row = 0; row < window.height; row += 1) {
    const from = row * window.width
    const first = firstInside(inside, from, from + window.width)
    if (first < 0) continue
    let last = from + window.width - 1
    while (inside[last] === 0) last -= 1
    if (row < top) top = row
    bottom = row
    if (first - from < left) left = first - from
    if (last - from > right) right = last - from
  }
  if (right < 0) return null
  const width = right - left + 1
  const height = bottom - top + 1
  const counts: number[] = []
  let within = false
  let length = 0
  for (let row = top; row <= bottom; row += 1) {
    for (let at = row * window.width + left, end = at + width; at < end; at += 1) {
      if ((inside[at] !== 0) === within) length += 1
      else {
        counts.push(length)
        within = !within
        length = 1
      }
    }
  }
  counts.push(length)
  return { x: window.x + left, y: window.y + top, width, height, counts }
}

function firstInside(inside: Uint8Array, from: number, end: number): number {
  for (let at = from; at < end; at += 1) if (inside[at] !== 0) return at
  return -1
}
