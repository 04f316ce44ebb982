import type { LabelKind } from '../../labels/index.ts'
import { ringsOfMask } from '../../labels/contours.ts'
import { type Mask, maskArea } from '../../labels/mask.ts'
import { polygonArea, polygonBounds } from '../../labels/polygon.ts'
import { maskOfRings } from '../../labels/raster.ts'
import type { Box } from '../../labels/box.ts'
import type { ImageSize } from '../codec.ts'
import type { LabeledShape, LabeledShapeOf } from '../labeled-images.ts'

export interface Area {
  bounds: Box
  /** In square pixels. */
  size: number
  /** Rings under the even-odd rule. */
  rings: () => number[][]
  /** Null when no pixel center lies inside. */
  mask: (image: ImageSize) => Mask | null
}

const areas: { [Kind in LabelKind]: (shape: LabeledShapeOf<Kind>) => Area | null } = {
  box: () => null,
  class: () => null,
  polygon: ({ polygon }) => ({
    bounds: polygonBounds(polygon),
    size: polygonArea(polygon),
    rings: () => polygon.rings,
    mask: (image) => maskOfRings(polygon.rings, image),
  }),
  mask: ({ mask }) => ({
    bounds: { x: mask.x, y: mask.y, width: mask.width, height: mask.height },
    size: maskArea(mask),
    rings: () => ringsOfMask(mask),
    mask: () => mask,
  }),
}

export function areaOf(shape: LabeledShape): Area | null {
  const area = areas[shape.kind] as (shape: LabeledShape) => Area | null
  return area(shape)
}
