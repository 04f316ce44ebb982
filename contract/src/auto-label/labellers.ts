import { z } from 'zod'
import type { LabelType } from '../labels/dataset-labels.ts'

/** `model`: one of the repository. `chat`: a service that sees. `assist`: a fetched one that finds what words say. */
export const labellerKinds = ['model', 'chat', 'assist'] as const
export type LabellerKind = (typeof labellerKinds)[number]

/** The label types that each kind of labeller can say something of. */
export const labellerLabelTypes = {
  model: ['target-detection', 'picture-classification', 'semantic-segmentation'],
  chat: ['target-detection', 'picture-classification'],
  assist: ['target-detection', 'semantic-segmentation'],
} as const satisfies Record<LabellerKind, readonly LabelType[]>

/**
 * What the numbers of boxes mean that a chat service tells: pixels of the picture that it sees, shares of its sides, or
 * thousandths of them. `auto` reads that off what it tells.
 */
export const coordinates = z.enum(['auto', 'pixels', 'unit', 'thousandths'])
export type Coordinates = z.output<typeof coordinates>

/** `model:`, `chat:` or `assist:`, and the id of it. */
export const labellerId = z
  .string()
  .max(100)
  .regex(/^(?:model|chat|assist):.+$/)

/** What suggests labels for images of a dataset. */
export const labeller = z.object({
  id: z.string(),
  kind: z.enum(labellerKinds),
  name: z.string(),
  /** Of a chat service: the model that answers. */
  model: z.string().nullable(),
  /** What it can find, and the label of the dataset with that name; null where it has none. */
  classes: z.array(z.object({ name: z.string(), labelId: z.string().nullable() })),
})
export type Labeller = z.output<typeof labeller>
