import type { ShapeOf } from './index.ts'

/** The statement that an image as a whole shows something. There is one of each label. */
export function wholeImage(labelId: string): ShapeOf<'class'> {
  return { id: `class:${labelId}`, kind: 'class', labelId, source: 'manual' }
}
