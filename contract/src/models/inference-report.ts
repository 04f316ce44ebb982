import { z } from 'zod'
import { splits } from '../datasets/kinds.ts'
import { tileOptions } from '../detection/tiles/tiles.ts'
import { count, id } from '../kernel/fields.ts'
import { dataSource } from '../tasks/ends.ts'

export const inferenceReport = z.object({
  modelId: id.nullable(),
  modelName: z.string(),
  images: count,
  measured: count,
  source: z.object({
    kind: dataSource.shape.kind,
    id: z.string(),
    name: z.string(),
    versionNumber: count.nullable(),
    /** Empty for all splits. */
    splits: z.array(z.enum(splits)),
  }),
  /** Null for pictures read at once. */
  tiles: tileOptions.nullable(),
  /** Milliseconds per image. */
  latency: z.object({ p50: z.number(), p95: z.number() }).nullable(),
})
export type InferenceReport = z.output<typeof inferenceReport>
