import type { Truth } from '@vermilion/contract/detection/prediction'
import type { LabeledShape } from '@vermilion/contract/formats/labeled-images'
import { shapeBounds } from '@vermilion/contract/labels/bounds'

/** Bounding boxes for a detector. Shapes without position or extent are skipped. */
export function boxesOf(shapes: readonly LabeledShape[]): Truth[] {
  return shapes.flatMap((shape) => {
    const box = shapeBounds(shape)
    return box === null || box.width <= 0 || box.height <= 0 ? [] : [{ labelIndex: shape.labelIndex, box }]
  })
}
