import type { LabeledImage } from '../labeled-images.ts'

export const isSingleOutline = (image: LabeledImage): boolean =>
  image.shapes.every((shape) => shape.kind !== 'polygon' || shape.polygon.rings.length === 1)

export const flagsFirst = (image: LabeledImage): LabeledImage => ({
  ...image,
  shapes: [
    ...image.shapes.filter(({ kind }) => kind === 'class'),
    ...image.shapes.filter(({ kind }) => kind !== 'class'),
  ],
})
