import { z } from 'zod'
import { splits } from '../datasets/kinds.ts'
import { id } from '../kernel/fields.ts'

/** Images of an inference: all or selected ones of a dataset, or of a folder with subfolders. */
export const inferenceSource = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('dataset'),
    datasetId: id,
    itemIds: z.array(id).max(100_000).default([]),
    /** Version of the dataset; the current state when omitted. */
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
