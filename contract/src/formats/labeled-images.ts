import type { z } from 'zod'
import type { splits } from '../datasets/kinds.ts'
import type { attributeValue, geometries, LabelKind } from '../labels/index.ts'

export type Split = (typeof splits)[number]

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
  /** Relative, with forward slashes, without layout folders. The extension is missing when no annotation or file states it. */
  path: string
  /** Size in pixels; 1 × 1 for relative coordinates of an unknown size, 0 × 0 for pixels of an unknown size. */
  width: number
  height: number
  /** In drawing order. Empty for an image labeled as having no objects. */
  shapes: LabeledShape[]
  /** True for images nobody labeled, where no shapes does not mean no objects. */
  unlabeled?: boolean
  split?: Split
  tags?: string[]
}

export type GeometryOf<Kind extends LabelKind> = z.output<(typeof geometries)[Kind]>

export type AttributeValues = Record<string, z.output<typeof attributeValue>>

interface LabeledFields {
  labelIndex: number
  score?: number
  attributes?: AttributeValues
  /** Shapes of an image with equal numbers form a group. */
  group?: number
}

export type LabeledShapeOf<Kind extends LabelKind> = { [K in Kind]: GeometryOf<K> & LabeledFields }[Kind]
export type LabeledShape = LabeledShapeOf<LabelKind>
