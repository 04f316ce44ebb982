import type { Box, Point } from '@vermilion/contract/labels/box'
import type { Parts } from '../../editor/parts.ts'

/** Maximum pixels a press examines; on larger images only the visible part around the pointer. */
const LARGEST_AREA = 24_000_000

export function areaAround({ document, view }: Parts, at: Point): Box {
  const { width, height } = document.image
  if (width * height <= LARGEST_AREA) return { x: 0, y: 0, width, height }
  const side = Math.floor(Math.sqrt(LARGEST_AREA))
  const visible = view.visible()
  const [wide, high] = [
    Math.min(width, side, Math.ceil(visible.width)),
    Math.min(height, side, Math.ceil(visible.height)),
  ]
  const start = (centre: number, length: number, limit: number): number =>
    Math.max(0, Math.min(limit - length, Math.floor(centre - length / 2)))
  return { x: start(at.x, wide, width), y: start(at.y, high, height), width: wide, height: high }
}
