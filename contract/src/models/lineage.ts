import { z } from 'zod'
import { figureNames, trainingParts } from '../evaluations.ts'
import { endpoint } from '../kernel/endpoint.ts'
import { count, id, time } from '../kernel/fields.ts'
import { modelStages } from '../models.ts'

/** Lineage of a model: what it was made of and by, and what was made, measured or done with it. */
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

/** Kind of the linked object. */
export const lineageKinds = ['dataset', 'space', 'task', 'model', 'generation', 'device', 'rollout', 'none'] as const

/** A neighbor of a model in the lineage graph. */
export const lineageEntry = z.object({
  relation: z.enum(lineageRelations),
  kind: z.enum(lineageKinds),
  /** Null of what was deleted, and of what is known by its name alone (`kind` is `none`). */
  id: id.nullable(),
  /** Parent object in the page's URL: the space of a generation. */
  within: id.nullable(),
  /** The name stays when the thing is gone. Of a base, the family of base models that it is of. */
  name: z.string(),
  /** Further words of its own: a version's number, a device's version of a package, into what was converted. */
  detail: z.string(),
  at: time.nullable(),
  /** Result of an evaluation with its dataset version. */
  measured: z
    .object({
      figure: z.enum(figureNames),
      value: z.number().nullable(),
      /** Labeled images that the figure is of. */
      images: count,
      /** The most meaningful part among the evaluated images; null for all of them when parts are unknown. */
      part: z.enum(trainingParts).nullable(),
      /** Labeled images in all, and those that the model has learned from; null where that is not known. */
      labeled: count,
      learned: count.nullable(),
      /** From which score on predictions count. */
      confidence: z.number(),
      datasetId: id.nullable(),
      versionId: id.nullable(),
      versionNumber: count.nullable(),
    })
    .nullable(),
})
export type LineageEntry = z.output<typeof lineageEntry>

/** Entries of one relation that are told at most, the newest first. */
export const maxLineageEntries = 100

export const modelLineage = z.object({
  /** Inputs. */
  from: z.array(lineageEntry),
  /** Outputs. */
  to: z.array(lineageEntry),
})
export type ModelLineage = z.output<typeof modelLineage>

/** A model that was trained on a dataset, and with which figure on its validation images. */
export const trainedModel = z.object({
  modelId: id,
  name: z.string(),
  version: count,
  stage: z.enum(modelStages),
  /** Null where no version holds what it was trained on. */
  versionId: id.nullable(),
  versionNumber: count.nullable(),
  figure: z.enum(figureNames).nullable(),
  value: z.number().nullable(),
  createdAt: time,
})
export type TrainedModel = z.output<typeof trainedModel>

export const lineageEndpoints = {
  datasetModels: endpoint({
    method: 'GET',
    path: '/datasets/:datasetId/models',
    summary: {
      en: 'The last models that were trained on a dataset, and on which version of it',
      zh: '用该数据集训练的最近的模型，及其所用版本',
    },
    params: z.object({ datasetId: id }),
    answer: z.array(trainedModel),
    errors: ['dataset.not-found'],
  }),
  modelLineage: endpoint({
    method: 'GET',
    path: '/models/:modelId/lineage',
    summary: {
      en: 'What a model came of, and what came of it: data, task, base, evaluations, conversions, generations, devices',
      zh: '模型的来源与去向：数据、任务、基础模型、评估、转换、生成和设备',
    },
    params: z.object({ modelId: id }),
    answer: modelLineage,
    errors: ['model.not-found'],
  }),
} as const
