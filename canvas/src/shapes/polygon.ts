import type { Point } from '@vermilion/contract/labels/box'
import type { ShapeOf } from '@vermilion/contract/labels/index'
import { polygonArea, polygonBounds, polygonContains, ringArea } from '@vermilion/contract/labels/polygon'
import { maskOfRings } from '@vermilion/contract/labels/raster'
import { clamp, tidy } from './number.ts'
import { combined, loadClipping } from './clipping.ts'
import { distanceToSegment, pointAt, simplifiedRing } from './rings.ts'
import type { Handle, ShapeModule } from './shape-module.ts'

type PolygonShape = ShapeOf<'polygon'>

/** Minimum distance of handles in CSS pixels: points nearer to the previous are skipped, edges need space for a middle handle. */
const ROOM_FOR_POINT = 5
const ROOM_FOR_INSERTION = 30

/** Handle id: ring, point, and `+` when dragging inserts a point after it. */
const HANDLE = /^(\d+):(\d+)(\+?)$/

export const polygonModule: ShapeModule<PolygonShape> = {
  prepare: loadClipping,
  bounds: ({ polygon }) => polygonBounds(polygon),
  area: ({ polygon }) => polygonArea(polygon),
  hits: ({ polygon }, point, tolerance) =>
    polygonContains(polygon, point) || (tolerance > 0 && isNear(polygon.rings, point, tolerance)),
  handles: ({ polygon }, scale) => polygon.rings.flatMap((ring, index) => handlesOf(ring, index, scale)),
  resize(shape, handle, to, image) {
    const match = HANDLE.exec(handle)
    if (!match) return shape
    const at = Number(match[2]) + (match[3] ? 1 : 0)
    const point = [tidy(clamp(to.x, image.width)), tidy(clamp(to.y, image.height))]
    return withRing(shape, Number(match[1]), (ring) => ring.toSpliced(at * 2, match[3] ? 0 : 2, ...point))
  },
  moved: (shape, by) => ({
    ...shape,
    polygon: {
      rings: shape.polygon.rings.map((ring) => ring.map((at, index) => tidy(at + (index % 2 === 0 ? by.x : by.y)))),
    },
  }),
  trace(path, { polygon }, { scale, x, y }) {
    for (const ring of polygon.rings) {
      path.moveTo(ring[0]! * scale + x, ring[1]! * scale + y)
      for (let at = 2; at < ring.length; at += 2) path.lineTo(ring[at]! * scale + x, ring[at + 1]! * scale + y)
      path.closePath()
    }
  },
  fill(context, shape, frame, { colour, alpha, isHatched = false }) {
    context.beginPath()
    polygonModule.trace(context, shape, frame)
    // The dashed outline carries the meaning.
    context.globalAlpha = isHatched ? alpha / 3 : alpha
    context.fillStyle = colour
    context.fill('evenodd')
    context.globalAlpha = 1
  },
  withoutHandle(shape, handle) {
    const match = HANDLE.exec(handle)
    if (!match || match[3]) return shape
    const without = withRing(shape, Number(match[1]), (ring) => ring.toSpliced(Number(match[2]) * 2, 2))
    const rings = without.polygon.rings.filter((ring) => ring.length >= 6)
    return rings.length > 0 ? { ...shape, polygon: { rings } } : null
  },
  combine(first, others, combination) {
    let result: PolygonShape['polygon'] | null = first.polygon
    for (const { polygon } of others) result &&= combined(result, polygon, combination)
    return result && { ...first, polygon: result }
  },
  simplified: (shape, tolerance) => ({
    ...shape,
    polygon: { rings: shape.polygon.rings.map((ring) => simplifiedRing(ring, tolerance)) },
  }),
  converted({ polygon, ...shape }, image) {
    const mask = maskOfRings(polygon.rings, image)
    return mask && { ...shape, kind: 'mask', mask }
  },
  withoutHoles(shape) {
    const { rings } = shape.polygon
    const outer = rings.filter((ring, index) => {
      const others = rings.filter((other, at) => at !== index && Math.abs(ringArea(other)) > Math.abs(ringArea(ring)))
      return !others.some((other) => polygonContains({ rings: [other] }, pointAt(ring, 0)))
    })
    return { ...shape, polygon: { rings: outer } }
  },
}

function handlesOf(ring: readonly number[], ringIndex: number, scale: number): Handle[] {
  const handles: Handle[] = []
  let last: Point | null = null
  for (let at = 0; at < ring.length / 2; at += 1) {
    const [point, next] = [pointAt(ring, at), pointAt(ring, at + 1)]
    if (last === null || distance(last, point) * scale >= ROOM_FOR_POINT) {
      handles.push({ id: `${ringIndex}:${at}`, at: point, cursor: 'move' })
      last = point
    }
    if (distance(point, next) * scale < ROOM_FOR_INSERTION) continue
    const middle = { x: (point.x + next.x) / 2, y: (point.y + next.y) / 2 }
    handles.push({ id: `${ringIndex}:${at}+`, at: middle, cursor: 'copy', slight: true })
  }
  return handles
}

function withRing(shape: PolygonShape, ringIndex: number, change: (ring: number[]) => number[]): PolygonShape {
  return {
    ...shape,
    polygon: { rings: shape.polygon.rings.map((ring, at) => (at === ringIndex ? change(ring) : ring)) },
  }
}

function isNear(rings: readonly (readonly number[])[], point: Point, tolerance: number): boolean {
  return rings.some((ring) => {
    for (let at = 0; at < ring.length / 2; at += 1) {
      if (distanceToSegment(point, pointAt(ring, at), pointAt(ring, at + 1)) <= tolerance) return true
    }
    return false
  })
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y)
}
