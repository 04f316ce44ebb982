import type { Box } from './box.ts'
import type { LabelKind, ShapeOf } from './index.ts'
import { maskBounds } from './mask.ts'
import { polygonBounds } from './polygon.ts'

type GeometryOf<Kind extends LabelKind> = Omit<
  ShapeOf<Kind>,
  'id' | 'labelId' | 'source' | 'origin' | 'score' | 'attributes'
>
type Geometry = { [Kind in LabelKind]: GeometryOf<Kind> }[LabelKind]

const bounds: { [Kind in LabelKind]: (shape: GeometryOf<Kind>) => Box | null } = {
  box: (shape) => shape.box,
  polygon: (shape) => polygonBounds(shape.polygon),
  mask: (shape) => maskBounds(shape.mask),
  class: () => null,
}

export function shapeBounds(shape: Geometry): Box | null {
  const boundsOf = bounds[shape.kind] as (shape: Geometry) => Box | null
  return boundsOf(shape)
}
