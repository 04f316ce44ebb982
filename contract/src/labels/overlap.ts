import { boxOverlap, type Box } from './box.ts'
import { shapeBounds } from './bounds.ts'
import type { Shape } from './index.ts'
import { maskPixels, type Mask } from './mask.ts'
import { maskOfRings } from './raster.ts'

interface Size {
  width: number
  height: number
}

type Geometry<Kind extends Shape['kind'] = Shape['kind']> = Shape extends infer Each
  ? Each extends { kind: Kind }
    ? Omit<Each, 'id' | 'labelId' | 'source' | 'origin' | 'score' | 'attributes'>
    : never
  : never

export function regionOf(shape: Geometry, image: Size): Mask | null {
  if (shape.kind === 'mask') return shape.mask
  if (shape.kind === 'polygon') return maskOfRings(shape.polygon.rings, image)
  return null
}

/** 0 to 1; for regions also with the others' union, since people may draw in parts. Image-level classes always match. */
export function greatestOverlap(shape: Geometry, others: readonly Geometry[], image: Size): number {
  if (shape.kind === 'class') return others.some(({ kind }) => kind === 'class') ? 1 : 0
  if (shape.kind === 'box')
    return Math.max(0, ...others.map((other) => (other.kind === 'box' ? boxOverlap(shape.box, other.box) : 0)))
  const region = regionOf(shape, image)
  const bounds = shapeBounds(shape)
  if (region === null || bounds === null) return 0
  const near = others.filter((other) => {
    const otherBounds = shapeBounds(other)
    return otherBounds !== null && boxOverlap(bounds, otherBounds) > 0
  })
  const regions = near.flatMap((other) => regionOf(other, image) ?? [])
  const parts = regions.length > 1 ? [...regions.map((one) => [one]), regions] : [regions]
  return Math.max(0, ...parts.map((some) => (some.length === 0 ? 0 : regionOverlap(region, some))))
}

function regionOverlap(region: Mask, others: readonly Mask[]): number {
  const all = [region, ...others]
  const x = Math.min(...all.map((one) => one.x))
  const y = Math.min(...all.map((one) => one.y))
  const window: Box = {
    x,
    y,
    width: Math.max(...all.map((one) => one.x + one.width)) - x,
    height: Math.max(...all.map((one) => one.y + one.height)) - y,
  }
  const pixels = new Uint8Array(window.width * window.height)
  for (const other of others) paint(pixels, window, other, 1)
  paint(pixels, window, region, 2)
  let [shared, either] = [0, 0]
  for (const pixel of pixels) {
    if (pixel === 3) shared += 1
    if (pixel !== 0) either += 1
  }
  return either === 0 ? 0 : shared / either
}

function paint(pixels: Uint8Array, window: Box, mask: Mask, bit: number): void {
  const inside = maskPixels(mask)
  for (let row = 0; row < mask.height; row += 1) {
    const to = (mask.y - window.y + row) * window.width + mask.x - window.x
    for (let column = 0; column < mask.width; column += 1)
      if (inside[row * mask.width + column] === 1) pixels[to + column]! |= bit
  }
}
