import { z } from 'zod'
import { splits } from '../datasets/kinds.ts'
import { id } from '../kernel/fields.ts'

/** The images an inference runs on: of a dataset (all, or some) or of a folder of a data space (all below it, or some). */
export const inferenceSource = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('dataset'),
    datasetId: id,
    itemIds: z.array(id).max(100_000).default([]),
    /** A version of it; what the dataset is now, where none is given. */
    versionId: id.optional(),
    /** Only the images of these splits; of all, where none is given. */
    splits: z.array(z.enum(splits)).max(splits.length).default([]),
  }),
  z.object({
    kind: z.literal('space'),
    spaceId: id,
    folder: z.string().max(1_000).default(''),
    fileIds: z.array(id).max(100_000).default([]),
  }),
])
