import type { Point } from '@vermilion/contract/labels/box'
import type { Shape } from '@vermilion/contract/labels/index'
import type { Size } from '../editor/document/document.ts'
import { moduleOf } from './registry.ts'

/** Moves shapes together within the image. Existing overhang may remain but not grow. */
export function movedTogether(shapes: readonly Shape[], by: Point, image: Size): Shape[] {
  const bounds = shapes.map((shape) => moduleOf(shape).bounds(shape))
  const left = Math.min(...bounds.map((box) => box.x))
  const top = Math.min(...bounds.map((box) => box.y))
  const right = Math.max(...bounds.map((box) => box.x + box.width))
  const bottom = Math.max(...bounds.map((box) => box.y + box.height))
  const allowed = { x: shiftWithin(by.x, left, right, image.width), y: shiftWithin(by.y, top, bottom, image.height) }
  return shapes.map((shape) => moduleOf(shape).moved(shape, allowed))
}

function shiftWithin(shift: number, start: number, end: number, limit: number): number {
  return Math.max(Math.min(0, -start), Math.min(Math.max(0, limit - end), shift))
}
