import { type Mask, maskOf } from '@vermilion/contract/labels/mask'
import type { RenderedScene } from './scene.ts'

export function objectMask({ width, instances, objects }: RenderedScene, index: number): Mask | null {
  const object = objects[index]
  if (object === undefined) return null
  const { box } = object
  const inside = new Uint8Array(box.width * box.height)
  for (let row = 0; row < box.height; row += 1) {
    for (let column = 0; column < box.width; column += 1) {
      const pixel = (box.y + row) * width + box.x + column
      if (instances[pixel] === index + 1) inside[row * box.width + column] = 1
    }
  }
  return maskOf(inside, box)
}
