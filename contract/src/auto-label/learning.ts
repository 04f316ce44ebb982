import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'
import { count, id, text, time } from '../kernel/fields.ts'
import { pageOf, pageQuery } from '../kernel/page.ts'
import { modelMetrics } from '../predictions.ts'

export const minLabeled = 5

export const roundStatuses = ['training', 'suggesting', 'success', 'failed', 'stopped'] as const
export type RoundStatus = (typeof roundStatuses)[number]

export const learningRound = z.object({
  id,
  datasetId: id,
  number: count,
  status: z.enum(roundStatuses),
  error: text.nullable(),
  taskId: id,
  taskName: z.string(),
  modelId: id.nullable(),
  runId: id.nullable(),
  labeled: count,
  /** Metrics on labeled images held out from training; null until measured. */
  metrics: modelMetrics.nullable(),
  startedBy: z.string(),
  createdAt: time,
  endedAt: time.nullable(),
})
export type LearningRound = z.output<typeof learningRound>

export const learningEndpoints = {
  listLearningRounds: endpoint('GET', '/datasets/:datasetId/learning-rounds', {
    summary: {
      en: 'Rounds of learning from the labels of a dataset, the latest first',
      zh: '从数据集标注中学习的各轮记录，最新的在前',
    },
    query: pageQuery,
    answer: pageOf(learningRound),
    errors: ['dataset.not-found'],
  }),
  startLearningRound: endpoint('POST', '/datasets/:datasetId/learning-rounds', {
    summary: {
      en: 'Train a starter model on the labeled images of a dataset, then have it suggest the rest',
      zh: '用数据集中已标注的图片训练入门模型，再由其为其余图片给出建议',
    },
    body: z.object({
      prompt: z.string().trim().min(1).max(2_000),
      /** Minimum score of suggestions; the trained model's recommended threshold by default. */
      threshold: z.number().min(0).max(1).optional(),
      /** The training image's default when omitted. */
      epochs: z.number().int().min(1).max(1_000).optional(),
    }),
    answer: learningRound,
    errors: [
      'dataset.not-found',
      'dataset.not-ready',
      'auto-label.no-labels',
      'auto-label.too-few',
      'auto-label.learning',
      'auto-label.under-way',
      'image.not-found',
      'image.parameters-invalid',
      'image.other-labels',
      'pool.not-found',
      'pool.too-small',
      'pool.no-accelerator',
      'image.other-pool',
    ],
  }),
} as const
