import type { Shape } from '@vermilion/contract/labels/index'
import { boundsOfAll } from '../../shapes/bounds.ts'
import { movedTogether } from '../../shapes/moving.ts'
import { moduleOf } from '../../shapes/registry.ts'
import type { Parts } from '../parts.ts'

/** Image pixels between a shape and its copy on the same image, as far as there is room. */
const OFFSET = 10

/**
 * Lays copies of shapes on top and selects them, as one step. Those of labels or kinds that the data set does not have
 * stay away; copies that would lie exactly on an equal shape move aside; all end inside the image. Returns how many
 * were pasted.
 */
export function pasteShapes(parts: Parts, shapes: readonly Shape[]): number {
  const { document, labels, kinds, selection, createId } = parts
  const known = shapes.filter(({ kind, labelId }) => labels.get(labelId) && kinds.includes(kind))
  if (known.length === 0) return 0
  const taken = new Set(document.shapes().map(placeOf))
  let placed = pulledInside(known, document.image)
  while (placed.some((shape) => taken.has(placeOf(shape)))) {
    const next = movedTogether(placed, { x: OFFSET, y: OFFSET }, document.image)
    const stuck = next.every((shape, at) => placeOf(shape) === placeOf(placed[at] ?? shape))
    if (stuck) break
    placed = next
  }
  const copies = placed.flatMap((whole) => {
    const { within } = moduleOf(whole)
    const shape = within ? within(whole, document.image) : whole
    if (!shape) return []
    const id = moduleOf(shape).idOf?.(shape) ?? createId()
    const { score: _, ...copy } = shape
    return document.get(id) ? [] : [{ ...copy, id, source: 'manual' as const }]
  })
  document.change('paste', (draft) => copies.forEach(draft.put))
  selection.set(copies.map(({ id }) => id))
  return copies.length
}

/** Shapes of a larger image moved so that as much as possible of them lies in this one. */
function pulledInside(shapes: readonly Shape[], image: { width: number; height: number }): Shape[] {
  const { x, y, width, height } = boundsOfAll(shapes)
  const shift = (start: number, length: number, limit: number): number =>
    Math.max(-start, Math.min(0, limit - start - length))
  const by = { x: shift(x, width, image.width), y: shift(y, height, image.height) }
  return by.x === 0 && by.y === 0 ? [...shapes] : shapes.map((shape) => moduleOf(shape).moved(shape, by))
}

/** Tells shapes of one label at one place apart from all others. */
function placeOf(shape: Shape): string {
  const { x, y, width, height } = moduleOf(shape).bounds(shape)
  return [shape.kind, shape.labelId, x, y, width, height].join(' ')
}
