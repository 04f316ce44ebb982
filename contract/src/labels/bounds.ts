import type { Box } from './box.ts'
import type { LabelKind, Shape, ShapeOf } from './index.ts'
import { maskBounds } from './mask.ts'
import { polygonBounds } from './polygon.ts'

const bounds: { readonly [Kind in LabelKind]: (shape: ShapeOf<Kind>) => Box | null } = {
  box: ({ box }) => box,
  polygon: ({ polygon }) => polygonBounds(polygon),
  mask: ({ mask }) => maskBounds(mask),
  class: () => null,
}

/** The least box around a shape; null for what has no place in the image. */
export function shapeBounds(shape: Shape): Box | null {
  const of = bounds[shape.kind] as (shape: Shape) => Box | null
  return of(shape)
}
