import type { SeriesAxis } from '@vermilion/contract/tasks/metrics'
import { z } from 'zod'

const axes = ['step', 'time', 'relative'] as const satisfies readonly SeriesAxis[]

export const metricSearch = z.object({
  axis: z.enum(axes).optional().catch(undefined),
  smoothing: z.number().min(0).max(0.99).optional().catch(undefined),
  log: z.boolean().optional().catch(undefined),
  find: z.coerce.string().optional().catch(undefined),
  apart: z.boolean().optional().catch(undefined),
})
export type MetricSearch = z.output<typeof metricSearch>

export const curveOptionsOf = ({
  axis = 'step',
  smoothing = 0,
  log = false,
  find = '',
  apart = false,
}: MetricSearch) => ({
  axis,
  smoothing,
  logarithmic: log,
  find,
  apart,
})

export const compareSearch = metricSearch.extend({ tasks: z.string().catch('') })
