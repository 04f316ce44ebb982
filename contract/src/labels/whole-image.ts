import type { ShapeOf } from './index.ts'

/** An image-level class, unique per label. */
export function wholeImage(labelId: string): ShapeOf<'class'> {
  return { id: `class:${labelId}`, kind: 'class', labelId, source: 'manual' }
}
