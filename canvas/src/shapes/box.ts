import { boxArea, boxContains } from '@vermilion/contract/labels/box'
import type { Box, Point } from '@vermilion/contract/labels/box'
import type { ShapeOf } from '@vermilion/contract/labels/index'
import type { Size } from '../editor/document/document.ts'
import { clamp, tidy } from './number.ts'
import type { Handle, ShapeModule } from './shape-module.ts'

type BoxShape = ShapeOf<'box'>

/** Minimum width and height in image pixels of drawn and resized boxes. */
export const SMALLEST_SIDE = 2
/** Side length in CSS pixels below which the middle handles are hidden. */
const ROOM_FOR_SIDE_HANDLES = 28

/** Handles as fractions of width and height. */
const grips = {
  nw: { x: 0, y: 0, cursor: 'nwse-resize' },
  n: { x: 0.5, y: 0, cursor: 'ns-resize' },
  ne: { x: 1, y: 0, cursor: 'nesw-resize' },
  e: { x: 1, y: 0.5, cursor: 'ew-resize' },
  se: { x: 1, y: 1, cursor: 'nwse-resize' },
  s: { x: 0.5, y: 1, cursor: 'ns-resize' },
  sw: { x: 0, y: 1, cursor: 'nesw-resize' },
  w: { x: 0, y: 0.5, cursor: 'ew-resize' },
} as const
type GripId = keyof typeof grips
const gripEntries = Object.entries(grips)

export const boxModule: ShapeModule<BoxShape> = {
  bounds: ({ box }) => box,
  area: ({ box }) => boxArea(box),
  hits: ({ box }, point, tolerance) => boxContains(grown(box, tolerance), point),
  handles({ box }, scale) {
    const wide = box.width * scale >= ROOM_FOR_SIDE_HANDLES
    const high = box.height * scale >= ROOM_FOR_SIDE_HANDLES
    return gripEntries.flatMap(([id, grip]): Handle[] => {
      if ((grip.x === 0.5 && !wide) || (grip.y === 0.5 && !high)) return []
      return [{ id, at: { x: box.x + grip.x * box.width, y: box.y + grip.y * box.height }, cursor: grip.cursor }]
    })
  },
  resize(shape, handle, to, image) {
    if (!isGrip(handle)) return shape
    const { box } = shape
    const [x, width] = draggedSpan(box.x, box.width, grips[handle].x, to.x, image.width)
    const [y, height] = draggedSpan(box.y, box.height, grips[handle].y, to.y, image.height)
    return { ...shape, box: { x, y, width, height } }
  },
  moved: (shape, by) => ({ ...shape, box: { ...shape.box, x: tidy(shape.box.x + by.x), y: tidy(shape.box.y + by.y) } }),
  opposite({ box }, handle) {
    const grip = isGrip(handle) ? grips[handle] : grips.se
    return { x: box.x + (grip.x === 0 ? box.width : 0), y: box.y + (grip.y === 0 ? box.height : 0) }
  },
  trace(path, { box }, { scale, x, y }) {
    path.rect(box.x * scale + x, box.y * scale + y, box.width * scale, box.height * scale)
  },
  stroke(context, { box }, { scale, x, y }) {
    context.strokeRect(box.x * scale + x, box.y * scale + y, box.width * scale, box.height * scale)
  },
}

export function boxDrawn(from: Point, to: Point, image: Size): Box | null {
  const [left, right] = sorted(tidy(clamp(from.x, image.width)), tidy(clamp(to.x, image.width)))
  const [top, bottom] = sorted(tidy(clamp(from.y, image.height)), tidy(clamp(to.y, image.height)))
  const box = { x: left, y: top, width: tidy(right - left), height: tidy(bottom - top) }
  return box.width >= SMALLEST_SIDE && box.height >= SMALLEST_SIDE ? box : null
}

/** Returns start and length. `grip` 0 drags the near end, 1 the far end, ½ leaves the axis unchanged. */
function draggedSpan(start: number, length: number, grip: number, to: number, limit: number): [number, number] {
  if (grip === 0.5) return [start, length]
  const anchor = grip === 0 ? start + length : start
  let dragged = tidy(clamp(to, limit))
  if (Math.abs(dragged - anchor) < SMALLEST_SIDE) {
    const isBeforeAnchor = grip === 0 ? dragged <= anchor : dragged < anchor
    const roomBefore = anchor - SMALLEST_SIDE >= 0
    const roomAfter = anchor + SMALLEST_SIDE <= limit
    dragged = (isBeforeAnchor && roomBefore) || !roomAfter ? anchor - SMALLEST_SIDE : anchor + SMALLEST_SIDE
  }
  const [near, far] = sorted(anchor, dragged)
  return [tidy(near), tidy(far - near)]
}

function isGrip(id: string): id is GripId {
  return Object.hasOwn(grips, id)
}

function grown({ x, y, width, height }: Box, by: number): Box {
  return { x: x - by, y: y - by, width: width + 2 * by, height: height + 2 * by }
}

function sorted(a: number, b: number): [number, number] {
  return a < b ? [a, b] : [b, a]
}
