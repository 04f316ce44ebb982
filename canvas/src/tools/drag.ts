import type { Point } from '@vermilion/contract/labels/box'

/** Maximum pointer movement of a click, in CSS pixels. */
const SLOP = { mouse: 3, touch: 8 }

export function isDrag(from: Point, to: Point, touch: boolean): boolean {
  return Math.hypot(to.x - from.x, to.y - from.y) > SLOP[touch ? 'touch' : 'mouse']
}
