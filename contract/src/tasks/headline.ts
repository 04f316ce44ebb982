import { z } from 'zod'
import { keptRule } from './kept-rule.ts'

export const maxHeadlinePoints = 40

export const headlineParts = ['train', 'validation', 'test', 'unseen'] as const

const point = z.object({ step: z.number(), value: z.number() })

export const taskHeadline = z.object({
  metric: z.string(),
  lowerIsBetter: z.boolean(),
  best: point,
  last: point,
  /** Value of the saved weights from the program's report, which may belong to another epoch than the best value. */
  kept: z.number().optional(),
  keptEpoch: z.number().optional(),
  keptRule: keptRule.optional(),
  /** Mean of the last `points` values of a loss, since a single step reflects only its batch. */
  recent: z.object({ value: z.number(), points: z.number() }).optional(),
  part: z.enum(headlineParts).optional(),
  /** Downsampled values from first to last, including minimum and maximum. */
  curve: z.array(z.number()).max(2 * maxHeadlinePoints),
})
export type TaskHeadline = z.output<typeof taskHeadline>
