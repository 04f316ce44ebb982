import type { Truth } from '@vermilion/contract/detection/prediction'
import type { LabeledShape } from '@vermilion/contract/formats/labeled-images'
import { shapeBounds } from '@vermilion/contract/labels/bounds'

/** What a detector learns of shapes: the box around each. Shapes without a place or an extent are left out. */
export function boxesOf(shapes: readonly LabeledShape[]): Truth[] {
  return shapes.flatMap((shape) => {
    const box = shapeBounds(shape)
    return box === null || box.width <= 0 || box.height <= 0 ? [] : [{ labelIndex: shape.labelIndex, box }]
  })
}
