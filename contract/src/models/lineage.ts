import { z } from 'zod'
import { figureNames, trainingParts } from '../evaluations.ts'
import { endpoint } from '../kernel/endpoint.ts'
import { count, id, time } from '../kernel/fields.ts'
import { modelStages } from '../models.ts'

export const lineageRelations = [
  'data',
  'version',
  'training',
  'base',
  'source',
  'evaluation',
  'inference',
  'conversion',
  'generation',
  'installation',
  'rollout',
] as const

export const lineageKinds = ['dataset', 'space', 'task', 'model', 'generation', 'device', 'rollout', 'none'] as const

export const lineageEntry = z.object({
  relation: z.enum(lineageRelations),
  kind: z.enum(lineageKinds),
  /** Null when deleted, and when only its name is known (`kind` is `none`). */
  id: id.nullable(),
  within: id.nullable(),
  name: z.string(),
  /** Extra text: a version number, a device's package version, the kind of conversion. */
  detail: z.string(),
  at: time.nullable(),
  measured: z
    .object({
      figure: z.enum(figureNames),
      value: z.number().nullable(),
      images: count,
      /** The most meaningful part among the evaluated images; null for all of them when parts are unknown. */
      part: z.enum(trainingParts).nullable(),
      /** Labeled images in total, and those the model was trained on; null when unknown. */
      labeled: count,
      learned: count.nullable(),
      confidence: z.number(),
      datasetId: id.nullable(),
      versionId: id.nullable(),
      versionNumber: count.nullable(),
    })
    .nullable(),
})
export type LineageEntry = z.output<typeof lineageEntry>

/** Maximum entries per relation, newest first. */
export const maxLineageEntries = 100

export const modelLineage = z.object({
  from: z.array(lineageEntry),
  to: z.array(lineageEntry),
})
export type ModelLineage = z.output<typeof modelLineage>

export const trainedModel = z.object({
  modelId: id,
  name: z.string(),
  version: count,
  stage: z.enum(modelStages),
  /** Null when no version matches its training data. */
  versionId: id.nullable(),
  versionNumber: count.nullable(),
  figure: z.enum(figureNames).nullable(),
  value: z.number().nullable(),
  createdAt: time,
})
export type TrainedModel = z.output<typeof trainedModel>

export const lineageEndpoints = {
  datasetModels: endpoint('GET', '/datasets/:datasetId/models', {
    summary: {
      en: 'The last models that were trained on a dataset, and on which version of it',
      zh: '用该数据集训练的最近的模型，及其所用版本',
    },
    answer: z.array(trainedModel),
    errors: ['dataset.not-found'],
  }),
  modelLineage: endpoint('GET', '/models/:modelId/lineage', {
    summary: {
      en: 'What a model came of, and what came of it: data, task, base, evaluations, conversions, generations, devices',
      zh: '模型的来源与去向：数据、任务、基础模型、评估、转换、生成和设备',
    },
    answer: modelLineage,
    errors: ['model.not-found'],
  }),
} as const
