import { z } from 'zod'
import { count, id } from '../kernel/fields.ts'

/** Lower edges of the ranges that scores are counted in; the last one reaches to 100. */
export const scoreEdges = [0, 10, 20, 30, 40, 50, 60, 70, 80, 90] as const

const score = z.number().min(0).max(100)

/** Scores as they are spread. The deviation is that of all of them (divided by their number). */
export const distribution = z.object({
  images: count,
  mean: score,
  standardDeviation: z.number().min(0),
  /** Images per range of `scoreEdges`. */
  ranges: z.array(count),
})
export type Distribution = z.output<typeof distribution>

export const dataEvaluationReport = z.object({
  joint: distribution,
  models: z.array(
    z.object({
      model: z.string(),
      name: z.string(),
      /** Null for a model that has scored nothing. */
      scores: distribution.nullable(),
      /** Images that it could not score. */
      failed: count,
      /** Mean of its score less the joint score of the same image: above 0 it is milder than all together. */
      bias: z.number().nullable(),
      /** Mean scores by criterion, in the order in which the model tells them. */
      criteria: z.array(z.object({ key: z.string(), mean: score })),
      /** The most frequent errors. */
      problems: z.array(z.object({ error: z.object({ en: z.string(), zh: z.string() }), images: count })),
    }),
  ),
  /** Krippendorff's alpha for interval data: 1 is full agreement, 0 is chance; null with less than two models. */
  alpha: z.number().nullable(),
  /** Images with the lowest joint scores, the lowest first. */
  lowest: z.array(z.object({ fileId: id, path: z.string().nullable(), score })),
  /** Images that models differ about most, the most disputed first. */
  disputed: z.array(z.object({ fileId: id, path: z.string().nullable(), score, disagreement: z.number() })),
  /** Groups of images that look nearly the same, the largest first; null where no model compares them. */
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
