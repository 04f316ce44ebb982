import { z } from 'zod'
import { keptRule } from './kept-rule.ts'

/** Points of the curve that stands beside a task in a list. */
export const mostHeadlinePoints = 40

/** What a training did with the images that a figure is of. */
export const headlineParts = ['train', 'validation', 'test', 'unseen'] as const

const point = z.object({ step: z.number(), value: z.number() })

/** How good what a task makes is, at a glance: one metric, as its program calls it. */
export const taskHeadline = z.object({
  metric: z.string(),
  /** Whether less of it is better, as of a loss. */
  lowerIsBetter: z.boolean(),
  best: point,
  last: point,
  /** What the weights that were kept come to, as the program's report says: they may be those of another epoch than the best. */
  kept: z.number().optional(),
  /** The epoch that these weights are of. */
  keptEpoch: z.number().optional(),
  /** Why that one. */
  keptRule: keptRule.optional(),
  /** Of a loss: the mean of its last `points` points. A single step of it tells of the pictures that it met. */
  recent: z.object({ value: z.number(), points: z.number() }).optional(),
  /** Of an inference: which images it is of, where that is known. */
  part: z.enum(headlineParts).optional(),
  /** Its values from the first to the last, of many only some: the lowest and highest among them stay. */
  curve: z.array(z.number()).max(2 * mostHeadlinePoints),
})
export type TaskHeadline = z.output<typeof taskHeadline>
