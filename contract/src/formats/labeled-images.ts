import type { z } from 'zod'
import type { splits } from '../datasets/kinds.ts'
import type { attributeValue, geometries, LabelKind } from '../labels/index.ts'

export type Split = (typeof splits)[number]

/** Images with their labels: what every format says, free of its file layout. In memory; see `codec.ts` for streams. */
export interface LabeledImages {
  /** Index order is the class order of the files. */
  labels: LabeledClass[]
  images: LabeledImage[]
}

export interface LabeledClass {
  name: string
  colour?: string
}

export interface LabeledImage {
  /**
   * Relative, with forward slashes, without the folders that the layout itself adds. Where neither the annotations nor
   * a file says it, the ending (`.jpg`) is missing.
   */
  path: string
  /**
   * The size that the shapes are measured in: the image's own in pixels; 1 × 1 for parts of an image whose size nobody
   * knew, and 0 × 0 for pixels of such an image.
   */
  width: number
  height: number
  /** Bottom first. Empty for an image that was looked at and shows no object. */
  shapes: LabeledShape[]
  /** True where nobody has looked at the image yet, so that no shape does not mean that there is no object. */
  unlabeled?: boolean
  split?: Split
  tags?: string[]
}

export type GeometryOf<Kind extends LabelKind> = z.output<(typeof geometries)[Kind]>

export type AttributeValues = Record<string, z.output<typeof attributeValue>>

interface LabeledFields {
  labelIndex: number
  /** Confidence, 0 to 1, where a model made the shape. */
  score?: number
  attributes?: AttributeValues
  /** Shapes of one image with the same number belong together. */
  group?: number
}

/** Geometry in pixels of the upright image. */
export type LabeledShapeOf<Kind extends LabelKind> = { [K in Kind]: GeometryOf<K> & LabeledFields }[Kind]
export type LabeledShape = LabeledShapeOf<LabelKind>
