import { z } from 'zod'
import { box } from './box.ts'

/**
 * Every kind of label geometry. A new kind is one file beside this one and one line in `geometries`;
 * shared code asks the registries, it never compares a kind.
 */
export const geometries = {
  box: z.object({ kind: z.literal('box'), box }),
} as const

export type LabelKind = keyof typeof geometries

const shapeFields = {
  id: z.string().min(1).max(64),
  labelId: z.string().min(1).max(64),
  source: z.enum(['manual', 'import', 'model']).default('manual'),
  /** Confidence, 0 to 1, of a shape that a model made. */
  score: z.number().min(0).max(1).optional(),
}

/** One labelled thing in one image. */
export const shape = z.discriminatedUnion('kind', [geometries.box.extend(shapeFields)])
export type Shape = z.output<typeof shape>
export type ShapeOf<Kind extends LabelKind> = Extract<Shape, { kind: Kind }>
