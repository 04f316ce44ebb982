import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'
import { count } from '../kernel/fields.ts'
import { keptRule } from './kept-rule.ts'

const measure = z.number().nullable()

/** Metrics of the best model on held-out images, from the program's `report.json`. */
export const trainingReport = z.object({
  images: count,
  metrics: z.record(z.string(), measure),
  confidence: z.number().optional(),
  classes: z.array(
    z.object({
      label: z.string(),
      instances: count,
      precision: measure.optional(),
      recall: measure.optional(),
      mAP50: measure.optional(),
      mAP50to95: measure.optional(),
      averagePrecision: measure.optional(),
      overlap: measure.optional(),
    }),
  ),
  kept: z.object({ epoch: count, rule: keptRule.optional().catch(undefined) }).optional(),
  /** `matrix[found][true]`, possibly with the background last. `confidence`: minimum score of counted predictions. */
  confusion: z
    .object({ labels: z.array(z.string()), matrix: z.array(z.array(count)), confidence: z.number().optional() })
    .optional(),
  /** Curves over labels that occur: at recalls, and at confidences, of 0, 0.01, … 1. */
  curves: z
    .array(z.object({ label: z.string(), precisionByRecall: z.array(z.number()), f1: z.array(z.number()) }))
    .optional(),
})
export type TrainingReport = z.output<typeof trainingReport>

export const trainingReportEndpoints = {
  trainingReport: endpoint('GET', '/tasks/:taskId/training-report', {
    summary: {
      en: 'What a training came to on the images that it held back: figures, classes, confusion; null while it has not told',
      zh: '训练在验证图片上的结果：指标、类别、混淆矩阵；未产出时为 null',
    },
    answer: trainingReport.nullable(),
    errors: ['task.not-found'],
  }),
} as const
