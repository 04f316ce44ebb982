import { z } from 'zod'
import { dataEvaluationReport } from './data-evaluations/report.ts'
import { scorer } from './data-evaluations/scorers.ts'
import { standard, standardChange, standardDraft, usedStandard } from './data-evaluations/standards.ts'
import { fileSelection } from './files.ts'
import { endpoint } from './kernel/endpoint.ts'
import { count, covers, id, name, text, time } from './kernel/fields.ts'
import { listQuery, pageOf, pageQuery, sortOrder } from './kernel/page.ts'
import { schemaMessage } from './kernel/schema-message.ts'

/** The last three are final; a retry leaves them. */
export const dataEvaluationStatuses = ['queuing', 'running', 'success', 'failed', 'stopped'] as const
export type DataEvaluationStatus = (typeof dataEvaluationStatuses)[number]

/** Combines the scores of several models into an image's joint score. `least` takes the lowest. */
export const jointScores = ['mean', 'median', 'least'] as const
export type JointScore = (typeof jointScores)[number]

const score = z.number().min(0).max(100)
const scorerId = z.string().min(1).max(100)
const maxModels = 20

export const dataEvaluationDraft = z.object({
  name,
  selection: fileSelection,
  models: z
    .array(scorerId)
    .min(1)
    .max(maxModels)
    .refine((models) => new Set(models).size === models.length, schemaMessage('a model is named twice', '模型重复')),
  /** Required when a model scores by a standard. */
  standardId: id.nullable().default(null),
  joint: z.enum(jointScores).default('mean'),
  /** Weights by model for the mean, 1 by default. */
  weights: z.record(scorerId, z.number().positive().max(100)).default({}),
})
export type DataEvaluationDraft = z.output<typeof dataEvaluationDraft>

export const cost = z.object({ calls: count, promptTokens: count, completionTokens: count })
export type Cost = z.output<typeof cost>

export const dataEvaluation = z.object({
  id,
  spaceId: id,
  name,
  /** The folder whose images are all covered, with subfolders; null for selected or filtered files. */
  folder: z.string().nullable(),
  models: z.array(z.object({ id: z.string(), name: z.string(), weight: z.number() })),
  standard: usedStandard.nullable(),
  joint: z.enum(jointScores),
  status: z.enum(dataEvaluationStatuses),
  error: z.string().nullable(),
  images: count.nullable(),
  done: count,
  scored: count,
  failed: count,
  reused: count,
  cost,
  startedBy: z.string(),
  createdAt: time,
  startedAt: time.nullable(),
  endedAt: time.nullable(),
})
export type DataEvaluation = z.output<typeof dataEvaluation>

export const listedDataEvaluation = dataEvaluation.extend({
  covers,
  meanScore: score.nullable(),
})
export type ListedDataEvaluation = z.output<typeof listedDataEvaluation>

const criterionScore = z.object({ key: z.string(), score, reason: z.string() })
export type CriterionScore = z.output<typeof criterionScore>

export const modelScore = z.object({
  model: z.string(),
  name: z.string(),
  score: score.nullable(),
  criteria: z.array(criterionScore),
  error: text.nullable(),
})
export type ModelScore = z.output<typeof modelScore>

export const fileScore = modelScore.extend({
  evaluationId: id,
  evaluationName: z.string(),
  /** The standard of the evaluation; models with criteria of their own ignore it. */
  standard: usedStandard.nullable(),
  at: time,
})
export type FileScore = z.output<typeof fileScore>

export const imageResult = z.object({
  fileId: id,
  path: z.string().nullable(),
  /** Null until every model has finished, and when none succeeded. */
  score: score.nullable(),
  /** Standard deviation over the models; null with fewer than two scores. */
  disagreement: z.number().nullable(),
  models: z.array(modelScore),
})
export type ImageResult = z.output<typeof imageResult>

export const estimate = cost.extend({
  images: count,
  reused: count,
})
export type Estimate = z.output<typeof estimate>

export const dataEvaluationSorts = ['name', 'status', 'createdAt'] as const
export const imageResultSorts = ['number', 'score', 'disagreement'] as const

export const dataEvaluationEndpoints = {
  listScorers: endpoint('GET', '/scorers', {
    summary: { en: 'What can score images', zh: '可用于给图片评分的模型' },
    answer: z.array(scorer),
  }),
  listStandards: endpoint('GET', '/evaluation-standards', {
    summary: {
      en: 'Standards that models score by: those that come with the product, then the others by name',
      zh: '模型评分所依据的标准：先列内置标准，其余按名称排序',
    },
    answer: z.array(standard),
  }),
  createStandard: endpoint('POST', '/evaluation-standards', {
    summary: { en: 'Create a standard', zh: '创建评估标准' },
    body: standardDraft,
    answer: standard,
    errors: ['standard.name-taken'],
  }),
  replaceStandard: endpoint('PUT', '/evaluation-standards/:standardId', {
    summary: { en: 'Change a standard, which makes a new version of it', zh: '修改评估标准，并生成新版本' },
    body: standardChange,
    answer: standard,
    errors: ['standard.not-found', 'standard.built-in', 'standard.name-taken', 'standard.conflict'],
  }),
  deleteStandard: endpoint('DELETE', '/evaluation-standards/:standardId', {
    summary: { en: 'Delete a standard; evaluations by it stay', zh: '删除评估标准；已有评估保留' },
    errors: ['standard.not-found', 'standard.built-in'],
  }),
  listDataEvaluations: endpoint('GET', '/spaces/:spaceId/evaluations', {
    summary: {
      en: 'Evaluations of the images of a data space, newest first unless sorted otherwise',
      zh: '数据空间的数据评估，默认最新的在前',
    },
    query: listQuery(dataEvaluationSorts).extend({ status: z.enum(dataEvaluationStatuses).optional() }),
    answer: pageOf(listedDataEvaluation),
    errors: ['space.not-found'],
  }),
  createDataEvaluation: endpoint('POST', '/spaces/:spaceId/evaluations', {
    summary: { en: 'Have models score images of a data space', zh: '用模型评估数据空间中的图片' },
    body: dataEvaluationDraft,
    answer: dataEvaluation,
    errors: ['space.not-found', 'file.none-selected', 'scorer.not-found', 'standard.not-found', 'standard.missing'],
  }),
  estimateDataEvaluation: endpoint('POST', '/spaces/:spaceId/evaluations/estimate', {
    audited: false,
    readOnly: true,
    summary: {
      en: 'What an evaluation would ask of models, about: calls and tokens',
      zh: '估算评估所需的模型调用次数和 token 数',
    },
    body: dataEvaluationDraft.omit({ name: true }),
    answer: estimate,
    errors: ['space.not-found', 'file.none-selected', 'scorer.not-found', 'standard.not-found', 'standard.missing'],
  }),
  getDataEvaluation: endpoint('GET', '/data-evaluations/:evaluationId', {
    summary: { en: 'One evaluation of images', zh: '一次数据评估' },
    answer: dataEvaluation,
    errors: ['data-evaluation.not-found'],
  }),
  stopDataEvaluation: endpoint('POST', '/data-evaluations/:evaluationId/stop', {
    summary: { en: 'Stop an evaluation; scores that are there stay', zh: '停止数据评估；已有评分保留' },
    answer: dataEvaluation,
    errors: ['data-evaluation.not-found', 'data-evaluation.ended'],
  }),
  retryDataEvaluation: endpoint('POST', '/data-evaluations/:evaluationId/retry', {
    summary: {
      en: 'Ask again for the scores that failed, and go on with those that are missing',
      zh: '重试失败的评分，并继续未完成的评分',
    },
    answer: dataEvaluation,
    errors: ['data-evaluation.not-found', 'data-evaluation.not-ended', 'space.not-found'],
  }),
  deleteDataEvaluation: endpoint('DELETE', '/data-evaluations/:evaluationId', {
    summary: {
      en: 'Delete an evaluation that has ended; files keep their scores',
      zh: '删除已结束的数据评估；文件的评分保留',
    },
    errors: ['data-evaluation.not-found', 'data-evaluation.not-ended'],
  }),
  listImageResults: endpoint('GET', '/data-evaluations/:evaluationId/results', {
    summary: { en: 'What models say of each image', zh: '各模型对每张图片的评分' },
    query: pageQuery.extend({ sort: sortOrder(imageResultSorts).default('number') }),
    answer: pageOf(imageResult),
    errors: ['data-evaluation.not-found'],
  }),
  reportDataEvaluation: endpoint('GET', '/data-evaluations/:evaluationId/report', {
    summary: {
      en: 'How scores are spread, how far models agree, and which images look nearly the same',
      zh: '评分分布、模型一致性与近似重复图片',
    },
    answer: dataEvaluationReport,
    errors: ['data-evaluation.not-found', 'data-evaluation.no-scores'],
  }),
  listFileScores: endpoint('GET', '/files/:fileId/scores', {
    summary: {
      en: 'What each model said last of a file as it is now',
      zh: '各模型对文件当前内容的最近一次评分',
    },
    answer: z.array(fileScore),
    errors: ['file.not-found'],
  }),
} as const
