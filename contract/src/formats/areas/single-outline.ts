import { partInside } from '../../labels/column-runs.ts'
import type { Mask } from '../../labels/mask.ts'
import { areaOf } from './areas.ts'
import type { ImageSize } from '../codec.ts'
import type { LabeledShape } from '../labeled-images.ts'

/** An area as formats write it that know masks, and polygons of one outline. */
export type SingleOutline =
  | { readonly ring: readonly number[]; readonly mask?: undefined }
  /** `isTurned`: a polygon with holes or parts, which has become pixels. */
  | { readonly mask: Mask; readonly isTurned: boolean; readonly ring?: undefined }

/** Null where the kind has no area of its own, or no pixel lies in it. */
export function singleOutlineOf(shape: LabeledShape, image: ImageSize): SingleOutline | null {
  if (shape.kind === 'polygon' && shape.polygon.rings.length === 1) return { ring: shape.polygon.rings[0]! }
  const full = areaOf(shape)?.mask(image) ?? null
  // The image may have become smaller since it was labeled.
  const mask = full === null ? null : partInside(full, image)
  return mask === null ? null : { mask, isTurned: shape.kind === 'polygon' }
}
