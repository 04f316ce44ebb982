import { z } from 'zod'
import { box } from './box.ts'
import { mask } from './mask.ts'
import { polygon } from './polygon.ts'

/** A new kind is a file beside this one and a line here; shared code asks the registries and never compares kinds. */
export const geometries = {
  box: z.object({ kind: z.literal('box'), box }),
  polygon: z.object({ kind: z.literal('polygon'), polygon }),
  mask: z.object({ kind: z.literal('mask'), mask }),
  /** An image-level label. Its id is `class:` and the label id, so that it cannot occur twice. */
  class: z.object({ kind: z.literal('class') }),
} as const

export type LabelKind = keyof typeof geometries

export const attributeValue = z.union([z.string().max(1_000), z.number(), z.boolean()])

export const attributeValues = z.record(z.string().max(64), attributeValue)

export const maxOriginLength = 200
export const shapeSources = ['manual', 'import', 'model', 'renderer'] as const

const shapeFields = {
  id: z.string().min(1).max(80),
  labelId: z.string().min(1).max(64),
  /** Accepted suggestions are `manual`. `renderer`: ground truth of a rendered image. */
  source: z.enum(shapeSources).default('manual'),
  origin: z.string().min(1).max(maxOriginLength).optional(),
  score: z.number().min(0).max(1).optional(),
  attributes: attributeValues.optional(),
}

export const shape = z.discriminatedUnion('kind', [
  geometries.box.extend(shapeFields),
  geometries.polygon.extend(shapeFields),
  geometries.mask.extend(shapeFields),
  geometries.class.extend(shapeFields),
])
export type Shape = z.output<typeof shape>
export type ShapeOf<Kind extends LabelKind> = Extract<Shape, { kind: Kind }>
