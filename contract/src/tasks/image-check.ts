import { z } from 'zod'
import { progress, time } from '../kernel/fields.ts'
import { poolProblemCauses } from './pool-problems.ts'

/** Steps in order. Steps after a failed one are skipped. */
export const imageCheckSteps = ['engine', 'image', 'program', 'run', 'output'] as const
export const imageCheck = z.object({
  status: z.enum(['running', 'passed', 'warned', 'failed']),
  poolName: z.string(),
  progress: progress.nullable(),
  steps: z.array(
    z.object({
      step: z.enum(imageCheckSteps),
      state: z.enum(['passed', 'warned', 'failed']),
      detail: z.string(),
      cause: z.enum(poolProblemCauses).optional(),
    }),
  ),
  startedAt: time,
  endedAt: time.nullable(),
})
export type ImageCheck = z.output<typeof imageCheck>
