import { z } from 'zod'
import { splits } from '../datasets/kinds.ts'
import { id } from '../kernel/fields.ts'

export const inferenceSource = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('dataset'),
    datasetId: id,
    itemIds: z.array(id).max(100_000).default([]),
    versionId: id.optional(),
    /** Splits of the images; all when empty. */
    splits: z.array(z.enum(splits)).max(splits.length).default([]),
  }),
  z.object({
    kind: z.literal('space'),
    spaceId: id,
    folder: z.string().max(1_000).default(''),
    fileIds: z.array(id).max(100_000).default([]),
  }),
])
