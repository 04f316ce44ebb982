import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'
import { bytes, count } from '../kernel/fields.ts'
import { generationConfig } from './config.ts'

export const generationEstimateRequest = generationConfig.pick({
  workflow: true,
  width: true,
  height: true,
  count: true,
  byProducts: true,
})
export type GenerationEstimateRequest = z.output<typeof generationEstimateRequest>

/** Estimate from earlier generations of the same workflow; regenerated images add to it. */
export const generationEstimate = z.object({
  /** Null until a generation of the workflow has succeeded. */
  seconds: z.number().nullable(),
  bytes: bytes.nullable(),
  generations: count,
})
export type GenerationEstimate = z.output<typeof generationEstimate>

export const generationEstimateEndpoints = {
  estimateGeneration: endpoint('POST', '/generations/estimate', {
    audited: false,
    readOnly: true,
    summary: {
      en: 'How long a generation would take, and how much disk space, by what earlier ones of its workflow took',
      zh: '根据同一工作流的历史生成任务，估计生成需要的时间和磁盘空间',
    },
    body: generationEstimateRequest,
    answer: generationEstimate,
    errors: ['generation.workflow-missing'],
  }),
} as const
