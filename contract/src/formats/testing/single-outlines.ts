import type { LabeledImage } from '../labeled-images.ts'

/** Whether all its polygons are one outline each. */
export const isSingleOutline = (image: LabeledImage): boolean =>
  image.shapes.every((shape) => shape.kind !== 'polygon' || shape.polygon.rings.length === 1)

/** With classes of the whole image before its shapes. */
export const flagsFirst = (image: LabeledImage): LabeledImage => ({
  ...image,
  shapes: [
    ...image.shapes.filter(({ kind }) => kind === 'class'),
    ...image.shapes.filter(({ kind }) => kind !== 'class'),
  ],
})
