import { z } from 'zod'
import { type LabelType, labelTypes } from './labels/dataset-labels.ts'
import { endpoint } from './kernel/endpoint.ts'
import { count, id, time } from './kernel/fields.ts'
import { pageOf, pageQuery, sortOrder } from './kernel/page.ts'
import { evaluatedFilter, evaluatedSorts, labelIndex } from './evaluation/evaluated-filter.ts'
import { trainingParts } from './models/training-parts.ts'
import { inferenceResult } from './models.ts'
import { measuresOf, modelMetrics } from './predictions.ts'

export {
  background,
  evaluatedFilter,
  type EvaluatedFilter,
  evaluatedSorts,
  type Mistake,
  mistakes,
} from './evaluation/evaluated-filter.ts'

export { trainingParts } from './models/training-parts.ts'

export const figureNames = [...modelMetrics.keyof().options, 'f1'] as const
export type FigureName = (typeof figureNames)[number]

/** Each 0 to 1; null when there was nothing to measure, absent when the label type has no such metric. */
export const figures = z.partialRecord(z.enum(figureNames), z.number().nullable())
export type Figures = z.output<typeof figures>

interface Measures {
  /** Overall metrics, most important first. */
  readonly overall: readonly FigureName[]
  readonly label: readonly FigureName[]
  readonly counted: 'objects' | 'images' | 'pixels'
  readonly hasConfidence: boolean
}

export const measures: Readonly<Record<LabelType, Measures>> = {
  'target-detection': {
    overall: [...measuresOf['target-detection'], 'f1'],
    label: ['precision', 'recall', 'mAP50', 'mAP50to95'],
    counted: 'objects',
    hasConfidence: true,
  },
  'picture-classification': {
    overall: [...measuresOf['picture-classification'], 'precision', 'recall', 'f1'],
    label: ['precision', 'recall', 'f1', 'meanPrecision'],
    counted: 'images',
    hasConfidence: true,
  },
  'semantic-segmentation': {
    overall: [...measuresOf['semantic-segmentation'], 'precision', 'recall', 'f1'],
    label: ['mIoU', 'precision', 'recall', 'f1'],
    counted: 'pixels',
    hasConfidence: false,
  },
}

const evaluationStatuses = ['processing', 'success', 'failed'] as const

/** `model`: it does not describe its labels; `results`: unreadable or of other images; `other`: found in the server's log. */
export const evaluationProblem = z.enum(['model', 'results', 'memory', 'other'])
export type EvaluationProblem = z.output<typeof evaluationProblem>

const labelFigures = z.object({
  labelIndex: count,
  /** True objects (regions, images) of the label, and images containing it. */
  instances: count,
  images: count,
  figures,
})

/** Of the same images without tiles; absent for inferences without them. */
const untiled = z
  .object({ figures, classes: z.array(labelFigures.pick({ labelIndex: true, figures: true })) })
  .optional()

const counts = z.object({ right: count, missed: count, wrong: count, extra: count })

export const partEvaluation = z.object({
  part: z.enum(trainingParts),
  images: count,
  measured: count,
  instances: count,
  figures,
  classes: z.array(labelFigures),
  bestConfidence: z.number().nullable(),
  counts,
  untiled,
})
export type PartEvaluation = z.output<typeof partEvaluation>

export const evaluation = z.object({
  taskId: id,
  status: z.enum(evaluationStatuses),
  error: evaluationProblem.nullable(),
  labelType: z.enum(labelTypes),
  labels: z.array(z.string()),
  /** Minimum score for counts, confusion, precision, recall and F1; average precision uses all scores. */
  confidence: z.number(),
  /** False when counts do not depend on the confidence threshold: with one class per image, the likeliest always counts. */
  countsByConfidence: z.boolean(),
  overlap: z.number(),
  images: count,
  measured: count,
  instances: count,
  figures,
  classes: z.array(labelFigures),
  /** Confidence of the best smoothed mean F1. */
  bestConfidence: z.number().nullable(),
  counts,
  untiled,
  /** Evaluations by image part; empty for older evaluations without parts. */
  parts: z.array(partEvaluation),
  /** Labels on the images that the model does not have; they are not counted. */
  unknownLabels: z.array(z.string()),
  evaluatedAt: time,
})
export type Evaluation = z.output<typeof evaluation>

const steps = z.array(z.number())
const curves = z.object({
  precision: steps,
  recall: steps,
  f1: steps,
  /** Precision at recall 0, 0.01, … 1. */
  precisionByRecall: steps,
})
export const evaluationCurves = z.object({
  /** Values at the confidences 0, 0.01, … 1. */
  steps,
  /** Means over labels that occur; null without confidences or labeled images. */
  overall: curves.nullable(),
  classes: z.array(curves.extend({ labelIndex: count })),
})
export type EvaluationCurves = z.output<typeof evaluationCurves>

/** Confusion of a predicted label with a true one; `background` stands for none. */
export const confusionCell = z.object({ found: labelIndex, real: labelIndex, count, images: count })
export type ConfusionCell = z.output<typeof confusionCell>

export const evaluatedImage = inferenceResult.extend({
  number: count,
  part: z.enum(trainingParts),
  verdict: z
    .object({
      right: count,
      missed: count,
      wrong: count,
      extra: count,
      badness: z.number(),
    })
    .nullable(),
})
export type EvaluatedImage = z.output<typeof evaluatedImage>

export const exportKinds = ['json', 'csv', 'coco', 'coco-results'] as const

const evaluatedSelection = z.union([
  z.strictObject({ numbers: z.array(count).min(1).max(10_000) }),
  z.strictObject({ filter: evaluatedFilter }),
])

/** Predictions become model-made shapes. Images already labeled there or with shapes stay as they are. */
export const suggestionsCreate = z.object({
  datasetId: id,
  selection: evaluatedSelection,
  /** Minimum score; the model's recommended threshold by default. */
  confidence: z.number().min(0).max(1).optional(),
})

export const suggestionsProblem = z.enum(['dataset', 'other-labels', 'labels-changing', 'too-many-labels', 'other'])
export type SuggestionsProblem = z.output<typeof suggestionsProblem>

export const suggestions = z.object({
  id,
  datasetId: id,
  status: z.enum(evaluationStatuses),
  error: suggestionsProblem.nullable(),
  images: count,
  added: count,
  suggested: count,
  kept: count,
  shapes: count,
})
export type Suggestions = z.output<typeof suggestions>

const partQuery = evaluatedFilter.pick({ part: true })

export const evaluationEndpoints = {
  getEvaluation: endpoint('GET', '/inferences/:taskId/evaluation', {
    summary: {
      en: 'How well a model did on the labeled images of an inference; made when the task ends',
      zh: '模型在推理任务的已标注图片上的表现；任务结束时生成',
    },
    answer: evaluation,
    errors: ['task.not-found', 'evaluation.missing'],
  }),
  evaluateInference: endpoint('POST', '/inferences/:taskId/evaluation', {
    summary: {
      en: 'Evaluate an inference that has ended, anew where another confidence or overlap is given',
      zh: '评估已结束的推理任务；可指定其他置信度或重叠阈值重新评估',
    },
    body: z.object({
      confidence: z.number().min(0).max(1).optional(),
      overlap: z.number().min(0.1).max(1).default(0.5),
    }),
    answer: z.object({}),
    errors: ['task.not-found', 'task.not-ended'],
  }),
  evaluationCurves: endpoint('GET', '/inferences/:taskId/curves', {
    summary: { en: 'Precision, recall and F1 over the confidence', zh: '精确率、召回率和 F1 随置信度的变化' },
    query: partQuery,
    answer: evaluationCurves,
    errors: ['task.not-found', 'evaluation.missing'],
  }),
  evaluationConfusion: endpoint('GET', '/inferences/:taskId/confusion', {
    summary: { en: 'What was taken for what, and on how many images', zh: '混淆矩阵及各单元对应的图片数' },
    query: partQuery,
    answer: z.object({ cells: z.array(confusionCell) }),
    errors: ['task.not-found', 'evaluation.missing'],
  }),
  listEvaluatedImages: endpoint('GET', '/inferences/:taskId/images', {
    summary: { en: 'Images of an inference, the worst first unless sorted otherwise', zh: '推理图片，默认最差的在前' },
    query: evaluatedFilter.extend(pageQuery.shape).extend({ sort: sortOrder(evaluatedSorts).optional() }),
    answer: pageOf(evaluatedImage),
    errors: ['task.not-found', 'evaluation.missing'],
  }),
  exportEvaluation: endpoint('GET', '/inferences/:taskId/export', {
    summary: {
      en: 'The report as JSON, a row an image as CSV, the predictions as a COCO document, or as COCO results (a plain list)',
      zh: '导出：JSON 报告、每图一行的 CSV、COCO 文档格式的预测，或 COCO results 列表',
    },
    query: z.object({ kind: z.enum(exportKinds) }),
    raw: 'application/octet-stream',
    errors: ['task.not-found', 'evaluation.missing'],
  }),
  suggestShapes: endpoint('POST', '/inferences/:taskId/suggestions', {
    summary: {
      en: 'Take images into a dataset, with the predictions as suggestions',
      zh: '将图片加入数据集，并把预测作为标注建议',
    },
    body: suggestionsCreate,
    answer: suggestions,
    errors: ['task.not-found', 'evaluation.missing', 'dataset.not-found', 'suggestions.other-labels'],
  }),
  getSuggestions: endpoint('GET', '/inferences/:taskId/suggestions/:suggestionsId', {
    summary: { en: 'How far taking images into a dataset is', zh: '加入数据集的进度' },
    answer: suggestions,
    errors: ['task.not-found', 'suggestions.not-found'],
  }),
} as const
