import type { Box, Point } from '@vermilion/contract/labels/box'
import type { Frame } from '../../editor/view.ts'

export interface DrawnRegion {
  add: (box: Box, margin: number) => void
  addOfImage: (box: Box, frame: Frame, margin: number) => void
  addPoint: (point: Point, margin: number) => void
  /** In whole pixels; null when nothing was drawn. */
  box: () => Box | null
}

/** Only the drawn region is cleared: without a GPU each possibly changed pixel is composed again. */
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
