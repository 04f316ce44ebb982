import { z } from 'zod'
import { progress, time } from '../kernel/fields.ts'
import { poolProblemCauses } from './pool-problems.ts'

/** What is looked at, in this order. What comes after a step that failed is not tried. */
export const imageCheckSteps = ['engine', 'image', 'program', 'run', 'output'] as const
/** How an image did when it was last tried. */
export const imageCheck = z.object({
  status: z.enum(['running', 'passed', 'warned', 'failed']),
  poolName: z.string(),
  /** How far the image is fetched. */
  progress: progress.nullable(),
  /** The detail is what engine and program say themselves. */
  steps: z.array(
    z.object({
      step: z.enum(imageCheckSteps),
      state: z.enum(['passed', 'warned', 'failed']),
      detail: z.string(),
      /** Why the engine could not be asked, where that is known. */
      cause: z.enum(poolProblemCauses).optional(),
    }),
  ),
  startedAt: time,
  endedAt: time.nullable(),
})
export type ImageCheck = z.output<typeof imageCheck>
