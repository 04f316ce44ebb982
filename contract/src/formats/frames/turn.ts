import { type Box, type Point } from '../../labels/box.ts'
import { type Mask, maskOf, maskPixels } from '../../labels/mask.ts'
import type { ImageSize } from '../codec.ts'
import type { Orientation } from './frame.ts'

/** Maps a stored pixel position to the upright picture, by orientation. The size is the stored one. */
const turns: Readonly<Record<Orientation, (point: Point, size: ImageSize) => Point>> = {
  1: (point) => point,
  2: ({ x, y }, { width }) => ({ x: width - x, y }),
  3: ({ x, y }, { width, height }) => ({ x: width - x, y: height - y }),
  4: ({ x, y }, { height }) => ({ x, y: height - y }),
  5: ({ x, y }) => ({ x: y, y: x }),
  6: ({ x, y }, { height }) => ({ x: height - y, y: x }),
  7: ({ x, y }, { width, height }) => ({ x: height - y, y: width - x }),
  8: ({ x, y }, { width }) => ({ x: y, y: width - x }),
}

export function turnBox({ x, y, width, height }: Box, orientation: Orientation, size: ImageSize): Box {
  const turn = turns[orientation]
  const [one, other] = [turn({ x, y }, size), turn({ x: x + width, y: y + height }, size)]
  return {
    x: Math.min(one.x, other.x),
    y: Math.min(one.y, other.y),
    width: Math.abs(one.x - other.x),
    height: Math.abs(one.y - other.y),
  }
}

export function turnRing(ring: readonly number[], orientation: Orientation, size: ImageSize): number[] {
  const turned: number[] = []
  for (let at = 0; at + 1 < ring.length; at += 2) {
    const { x, y } = turns[orientation]({ x: ring[at]!, y: ring[at + 1]! }, size)
    turned.push(x, y)
  }
  return turned
}

export function turnMask(mask: Mask, orientation: Orientation, size: ImageSize): Mask {
  if (orientation === 1) return mask
  const window = turnBox(mask, orientation, size)
  const pixels = maskPixels(mask)
  const turned = new Uint8Array(pixels.length)
  for (let row = 0; row < mask.height; row += 1) {
    for (let column = 0; column < mask.width; column += 1) {
      if (pixels[row * mask.width + column] === 0) continue
      // The center of a pixel stays within it.
      const { x, y } = turns[orientation]({ x: mask.x + column + 0.5, y: mask.y + row + 0.5 }, size)
      turned[Math.floor(y - window.y) * window.width + Math.floor(x - window.x)] = 1
    }
  }
  return maskOf(turned, window) ?? mask
}
