import { z } from 'zod'
import { splits } from '../datasets/kinds.ts'
import { count, id } from '../kernel/fields.ts'
import { dataSource } from '../tasks/ends.ts'

/** How far an inference is, on what, and how fast the model. */
export const inferenceReport = z.object({
  modelId: id.nullable(),
  modelName: z.string(),
  images: count,
  /** Images with truth, which the evaluation speaks of. */
  measured: count,
  /** What the images were taken from: a dataset as it was then, a version of it, or a data space. */
  source: z.object({
    kind: dataSource.shape.kind,
    id: z.string(),
    name: z.string(),
    versionNumber: count.nullable(),
    /** Empty where no split was chosen. */
    splits: z.array(z.enum(splits)),
  }),
  /** Milliseconds an image. */
  latency: z.object({ p50: z.number(), p95: z.number() }).nullable(),
})
export type InferenceReport = z.output<typeof inferenceReport>
