import type { Shape } from '@vermilion/contract/labels/index'
import { boundsOfAll } from '../../shapes/bounds.ts'
import { movedTogether } from '../../shapes/moving.ts'
import { moduleOf } from '../../shapes/registry.ts'
import type { Parts } from '../parts.ts'

/** Offset of a copy on the same image in pixels, space permitting. */
const OFFSET = 10

/** One step. Unknown labels and kinds are skipped, equal shapes offset, all end inside the image. Returns the number pasted. */
export function pasteShapes(parts: Parts, shapes: readonly Shape[]): number {
  const { document, labels, kinds, selection, createId } = parts
  const pastable = shapes.filter(({ kind, labelId }) => labels.get(labelId) && kinds.includes(kind))
  if (pastable.length === 0) return 0
  const usedPositions = new Set(document.shapes().map(positionKey))
  let positioned = pulledInside(pastable, document.image)
  while (positioned.some((shape) => usedPositions.has(positionKey(shape)))) {
    const next = movedTogether(positioned, { x: OFFSET, y: OFFSET }, document.image)
    const stuck = next.every((shape, at) => positionKey(shape) === positionKey(positioned[at] ?? shape))
    if (stuck) break
    positioned = next
  }
  const copies = positioned.flatMap((positionedShape) => {
    const { within } = moduleOf(positionedShape)
    const shape = within ? within(positionedShape, document.image) : positionedShape
    if (!shape) return []
    const id = moduleOf(shape).idOf?.(shape) ?? createId()
    const { score: _score, origin: _origin, ...copy } = shape
    return document.get(id) ? [] : [{ ...copy, id, source: 'manual' as const }]
  })
  document.change('paste', (draft) => copies.forEach(draft.put))
  selection.set(copies.map(({ id }) => id))
  return copies.length
}

function pulledInside(shapes: readonly Shape[], image: { width: number; height: number }): Shape[] {
  const { x, y, width, height } = boundsOfAll(shapes)
  const shift = (start: number, length: number, limit: number): number =>
    Math.max(-start, Math.min(0, limit - start - length))
  const by = { x: shift(x, width, image.width), y: shift(y, height, image.height) }
  return by.x === 0 && by.y === 0 ? [...shapes] : shapes.map((shape) => moduleOf(shape).moved(shape, by))
}

function positionKey(shape: Shape): string {
  const { x, y, width, height } = moduleOf(shape).bounds(shape)
  return [shape.kind, shape.labelId, x, y, width, height].join(' ')
}
