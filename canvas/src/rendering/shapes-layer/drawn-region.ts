import type { Box, Point } from '@vermilion/contract/labels/box'
import type { Frame } from '../../editor/view.ts'

/** The part of a canvas that was drawn on, in CSS pixels. */
export interface DrawnRegion {
  /** A box, and so much around it. */
  add: (box: Box, margin: number) => void
  /** A box of the image. */
  addOfImage: (box: Box, frame: Frame, margin: number) => void
  addPoint: (point: Point, margin: number) => void
  /** In whole pixels; null when nothing was drawn. */
  box: () => Box | null
}

/**
 * Keeps count of where something was drawn, so that only there it is wiped off again: without a graphics card each
 * pixel of a canvas that may have changed is composed anew, with all that lies below it.
 */
export function createTouched(): DrawnRegion {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]

  function add({ x, y, width, height }: Box, margin: number): void {
    left = Math.min(left, x - margin)
    top = Math.min(top, y - margin)
    right = Math.max(right, x + width + margin)
    bottom = Math.max(bottom, y + height + margin)
  }

  return {
    add,
    addOfImage: ({ x, y, width, height }, frame, margin) =>
      add(
        {
          x: x * frame.scale + frame.x,
          y: y * frame.scale + frame.y,
          width: width * frame.scale,
          height: height * frame.scale,
        },
        margin,
      ),
    addPoint: ({ x, y }, margin) => add({ x, y, width: 0, height: 0 }, margin),
    box() {
      if (right < left) return null
      const [x, y] = [Math.floor(left), Math.floor(top)]
      return { x, y, width: Math.ceil(right) - x, height: Math.ceil(bottom) - y }
    },
  }
}
