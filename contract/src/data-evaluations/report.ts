import { z } from 'zod'
import { count, id, text } from '../kernel/fields.ts'

/** Lower bounds of the histogram ranges; the last one ends at 100. */
export const scoreEdges = [0, 10, 20, 30, 40, 50, 60, 70, 80, 90] as const

const score = z.number().min(0).max(100)

/** Distribution of scores, with the population standard deviation. */
export const distribution = z.object({
  images: count,
  mean: score,
  standardDeviation: z.number().min(0),
  ranges: z.array(count),
})
export type Distribution = z.output<typeof distribution>

export const dataEvaluationReport = z.object({
  joint: distribution,
  models: z.array(
    z.object({
      model: z.string(),
      name: z.string(),
      /** Null when the model scored nothing. */
      scores: distribution.nullable(),
      failed: count,
      /** Mean difference from the joint score of the same image; positive for a lenient model. */
      bias: z.number().nullable(),
      criteria: z.array(z.object({ key: z.string(), mean: score })),
      problems: z.array(z.object({ error: text, images: count })),
    }),
  ),
  /** Krippendorff's alpha for interval data: 1 is full agreement, 0 is chance; null with fewer than two models. */
  alpha: z.number().nullable(),
  lowest: z.array(z.object({ fileId: id, path: z.string().nullable(), score })),
  disputed: z.array(z.object({ fileId: id, path: z.string().nullable(), score, disagreement: z.number() })),
  nearDuplicates: z
    .object({
      groups: count,
      images: count,
      largest: z.array(
        z.object({ images: count, files: z.array(z.object({ fileId: id, path: z.string().nullable() })) }),
      ),
    })
    .nullable(),
})
export type DataEvaluationReport = z.output<typeof dataEvaluationReport>
