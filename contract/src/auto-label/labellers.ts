import { z } from 'zod'
import type { LabelType } from '../labels/dataset-labels.ts'

/** `model`: from the repository. `chat`: a vision service. `assist`: a downloaded detector prompted with text. */
export const labellerKinds = ['model', 'chat', 'assist'] as const
export type LabellerKind = (typeof labellerKinds)[number]

export const labellerLabelTypes = {
  model: ['target-detection', 'picture-classification', 'semantic-segmentation'],
  chat: ['target-detection', 'picture-classification'],
  assist: ['target-detection', 'semantic-segmentation'],
} as const satisfies Record<LabellerKind, readonly LabelType[]>

/** Unit of a service's boxes: pixels of the image as sent, shares or thousandths of its sides. `auto` detects it. */
export const coordinates = z.enum(['auto', 'pixels', 'unit', 'thousandths'])
export type Coordinates = z.output<typeof coordinates>

/** `model:`, `chat:` or `assist:`, followed by an id. */
export const labellerId = z
  .string()
  .max(100)
  .regex(/^(?:model|chat|assist):.+$/)

export const labeller = z.object({
  id: z.string(),
  kind: z.enum(labellerKinds),
  name: z.string(),
  model: z.string().nullable(),
  /** True when it can read images in tiles. */
  takesTiles: z.boolean(),
  /** Class names of the labeler with the label of the same name, null where the dataset has none. */
  classes: z.array(z.object({ name: z.string(), labelId: z.string().nullable() })),
})
export type Labeller = z.output<typeof labeller>
