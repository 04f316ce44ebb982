import { polygonArea, polygonBounds, polygonContains } from '@vermilion/contract/labels/polygon'
import type { Point } from '@vermilion/contract/labels/box'
import type { ShapeOf } from '@vermilion/contract/labels/index'
import type { ShapeModule } from './shape-module.ts'

export const polygonModule: ShapeModule<ShapeOf<'polygon'>> = {
  bounds: ({ polygon }) => polygonBounds(polygon),
  area: ({ polygon }) => polygonArea(polygon),
  hits: ({ polygon }, point, tolerance) => polygonContains(polygon, point) || isNear(polygon.rings, point, tolerance),
  handles: () => [],
  resize: (shape) => shape,
  moved: (shape, by) => ({
    ...shape,
    polygon: {
      rings: shape.polygon.rings.map((ring) => ring.map((at, place) => at + (place % 2 === 0 ? by.x : by.y))),
    },
  }),
  trace(path, { polygon }, { scale, x, y }) {
    for (const ring of polygon.rings) {
      path.moveTo(ring[0]! * scale + x, ring[1]! * scale + y)
      for (let at = 2; at < ring.length; at += 2) path.lineTo(ring[at]! * scale + x, ring[at + 1]! * scale + y)
      path.closePath()
    }
  },
}

function isNear(rings: readonly (readonly number[])[], { x, y }: Point, tolerance: number): boolean {
  return rings.some((ring) => {
    for (let at = 0; at < ring.length; at += 2) {
      const next = (at + 2) % ring.length
      const [fromX, fromY, dx, dy] = [
        ring[at]!,
        ring[at + 1]!,
        ring[next]! - ring[at]!,
        ring[next + 1]! - ring[at + 1]!,
      ]
      const along = Math.max(0, Math.min(1, ((x - fromX) * dx + (y - fromY) * dy) / (dx * dx + dy * dy || 1)))
      if (Math.hypot(fromX + along * dx - x, fromY + along * dy - y) <= tolerance) return true
    }
    return false
  })
}
