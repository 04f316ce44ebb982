import type { Box } from '@vermilion/contract/labels/box'
import type { Shape } from '@vermilion/contract/labels/index'
import { moduleOf } from './registry.ts'

export function boundsOfAll(shapes: readonly Shape[]): Box {
  const bounds = shapes.map((shape) => moduleOf(shape).bounds(shape))
  const x = Math.min(...bounds.map((box) => box.x))
  const y = Math.min(...bounds.map((box) => box.y))
  return {
    x,
    y,
    width: Math.max(...bounds.map((box) => box.x + box.width)) - x,
    height: Math.max(...bounds.map((box) => box.y + box.height)) - y,
  }
}
