import type { Box, Point } from '@vermilion/contract/labels/box'
import type { Parts } from '../editor/parts.ts'
import type { PixelArea } from '../editor/pixels.ts'
import { reachable } from './picking.ts'
import { moduleOf } from './registry.ts'

type Axis = 'x' | 'y'

/** Maximum snap distance in CSS pixels, and in image pixels. */
const REACH = 7
const FARTHEST = 48
const LONGEST = 400
/** Minimum mean brightness step of an edge, 0 to 255. */
const FAINTEST = 6

/** Snaps to sides of other shapes, the border and edges in the image. `opposite` is fixed; `except` are the changing shapes. */
export function snapped(parts: Parts, corner: Point, opposite: Point, except: readonly string[] = []): Point {
  if (!parts.settings.get().snapping) return corner
  return {
    x: snappedSide(parts, 'x', corner, opposite, except),
    y: snappedSide(parts, 'y', corner, opposite, except),
  }
}

function snappedSide(parts: Parts, axis: Axis, corner: Point, opposite: Point, except: readonly string[]): number {
  const at = corner[axis]
  const distance = Math.min(FARTHEST, REACH / parts.view.frame().scale)
  const lines = sidesAround(parts, axis, corner, opposite, { distance, except })
  const nearest = lines.toSorted((a, b) => Math.abs(a - at) - Math.abs(b - at))[0]
  if (nearest !== undefined && Math.abs(nearest - at) <= distance) return nearest
  return edgeAround(parts, axis, corner, opposite, Math.max(2, Math.ceil(distance))) ?? at
}

function sidesAround(
  { index, document, appearance, locks }: Parts,
  axis: Axis,
  corner: Point,
  opposite: Point,
  { distance, except }: { distance: number; except: readonly string[] },
): number[] {
  const across = axis === 'x' ? 'y' : 'x'
  const from = Math.min(corner[across], opposite[across])
  const length = Math.abs(corner[across] - opposite[across])
  const strip: Box =
    axis === 'x'
      ? { x: corner.x - distance, y: from, width: 2 * distance, height: length }
      : { x: from, y: corner.y - distance, width: length, height: 2 * distance }
  const [start, extent] = axis === 'x' ? (['x', 'width'] as const) : (['y', 'height'] as const)
  const sides = index
    .search(strip)
    .filter((shape) => reachable({ appearance, locks }, shape) && !except.includes(shape.id))
    .flatMap((shape) => {
      const bounds = moduleOf(shape).bounds(shape)
      return [bounds[start], bounds[start] + bounds[extent]]
    })
  return [...sides, 0, document.image[extent]]
}

/** Position of the strongest mean brightness change along the side; null where there is hardly any. */
function edgeAround(parts: Parts, axis: Axis, corner: Point, opposite: Point, distance: number): number | null {
  const across = axis === 'x' ? 'y' : 'x'
  const { width, height } = parts.document.image
  const limits = { x: width, y: height }
  const from = Math.max(0, Math.floor(Math.min(corner[across], opposite[across])))
  const to = Math.min(limits[across], Math.ceil(Math.max(corner[across], opposite[across])), from + LONGEST)
  const start = Math.max(0, Math.round(corner[axis]) - distance - 1)
  const end = Math.min(limits[axis], Math.round(corner[axis]) + distance + 1)
  if (to - from < 4 || end - start < 3) return null
  const area: Box =
    axis === 'x'
      ? { x: start, y: from, width: end - start, height: to - from }
      : { x: from, y: start, width: to - from, height: end - start }
  const pixels = parts.pixels.read(area)
  if (!pixels) return null
  const levels = levelsAlong(pixels, axis)
  let [best, steepest] = [-1, FAINTEST]
  for (let index = 1; index < levels.length; index += 1) {
    const rise = Math.abs(levels[index]! - levels[index - 1]!)
    if (rise > steepest) [best, steepest] = [index, rise]
  }
  return best < 0 ? null : start + best
}

function levelsAlong({ data, width, height }: PixelArea, axis: Axis): Float64Array {
  const levels = new Float64Array(axis === 'x' ? width : height)
  for (let at = 0; at < width * height; at += 1) {
    const grey = data[at * 4]! * 0.3 + data[at * 4 + 1]! * 0.59 + data[at * 4 + 2]! * 0.11
    levels[axis === 'x' ? at % width : Math.floor(at / width)]! += grey
  }
  const count = axis === 'x' ? height : width
  return levels.map((sum) => sum / count)
}
