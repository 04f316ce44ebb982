import type { ShapeOf } from './index.ts'

export function wholeImage(labelId: string): ShapeOf<'class'> {
  return { id: `class:${labelId}`, kind: 'class', labelId, source: 'manual' }
}
