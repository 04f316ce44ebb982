import { z } from 'zod'
import { labelTypes } from './labels/dataset-labels.ts'
import { datasetFormats, datasetTypes } from './datasets/kinds.ts'
import { tileOptions } from './detection/tiles/tiles.ts'
import { endpoint } from './kernel/endpoint.ts'
import { bytes, count, covers, description, id, name, tags, text, time } from './kernel/fields.ts'
import { listQuery, pageOf, pageQuery, tagTerms } from './kernel/page.ts'
import {
  maxTrialPictureBytes,
  modelCreate,
  modelFile,
  modelFileErrors,
  modelInspection,
  modelTrial,
  trialResult,
} from './models/model-files.ts'
import { inferenceReport } from './models/inference-report.ts'
import { inferenceSource } from './models/inference-source.ts'
import { loraFacts, loraSample } from './models/lora.ts'
import { loraSampleEndpoints } from './models/lora-samples.ts'
import { storableFormats } from './models/stored-formats.ts'
import { tileSizeEndpoints } from './models/tile-sizes.ts'
import { modelMetrics, modelPrediction, predictionKind, truthShape } from './predictions.ts'
import { taskCreateFields } from './tasks/creation.ts'
import { task } from './tasks.ts'

const inferenceModelTypes = ['cloud-inference-model', 'board-inference-model'] as const
export const modelTypes = [...inferenceModelTypes, 'lora-model', 'stored-model'] as const
export type ModelType = (typeof modelTypes)[number]

export const modelStages = ['draft', 'candidate', 'production', 'archived'] as const
export type ModelStage = (typeof modelStages)[number]

const anyModel = z.object({
  id,
  name,
  version: count,
  stage: z.enum(modelStages),
  tags,
  notes: description,
  size: bytes,
  framework: z.string(),
  checksum: z.string(),
  /** Lineage. Names survive deletion; they are empty for imported models. */
  datasetId: id.nullable(),
  datasetName: z.string(),
  datasetFormat: z.enum(datasetFormats),
  datasetType: z.enum(datasetTypes),
  taskId: id.nullable(),
  taskName: z.string(),
  /** Validation images, else images of the dataset; empty for a LoRA. */
  covers,
  creator: z.string().nullable(),
  createdAt: time,
})

export const inferenceModel = anyModel.extend({
  type: z.enum(inferenceModelTypes),
  labelType: z.enum(labelTypes),
  labels: z.array(z.string()),
  /** Edge of the square input in pixels. */
  inputSize: count,
  predictionKind,
  /** Metrics of its label type (`measuresOf`); others are null. */
  metrics: modelMetrics,
})
export type InferenceModel = z.output<typeof inferenceModel>

export const loraModel = anyModel.extend({
  type: z.literal('lora-model'),
  lora: loraFacts,
  /** Samples of the training by step and number; lists have the first few of the last step. */
  samples: z.array(loraSample),
})
export type LoraModel = z.output<typeof loraModel>

export const storedModel = anyModel.extend({
  type: z.literal('stored-model'),
  format: z.enum(storableFormats),
  /** Reason a task's output is stored without being runnable here; null for imported files. */
  refusal: text.nullable(),
})
export type StoredModel = z.output<typeof storedModel>

export const model = z.discriminatedUnion('type', [inferenceModel, loraModel, storedModel])
export type Model = z.output<typeof model>

export const isLora = (some: Model): some is LoraModel => some.type === 'lora-model'
export const isStored = (some: Model): some is StoredModel => some.type === 'stored-model'
export const isInferenceModel = (some: Model): some is InferenceModel => !isLora(some) && !isStored(some)

export const modelUpdate = anyModel.pick({ stage: true, tags: true, notes: true }).partial()

/** Lower thresholds would yield endless predictions. */
export const minInferenceConfidence = 0.01

export const inferenceCreate = taskCreateFields
  .omit({ image: true, command: true, instances: true, seed: true })
  .extend({
    source: inferenceSource,
    /** Minimum score of predictions; the model's recommended threshold by default. */
    confidence: z.number().min(minInferenceConfidence).max(1).optional(),
    overlap: z.number().min(0.1).max(1).default(0.45),
    /** Pictures are read at once by default. */
    tiles: tileOptions.nullable().default(null),
  })
export type InferenceCreate = z.input<typeof inferenceCreate>

export const inferenceResult = z.object({
  /** Null for an image of a data space. */
  itemId: id.nullable(),
  fileId: id,
  path: z.string(),
  width: count,
  height: count,
  milliseconds: z.number(),
  predictions: z.array(modelPrediction),
  /** A classifier's probabilities, in the model's label order. */
  scores: z.array(z.number()).optional(),
  truth: z.array(truthShape).nullable(),
})
export type InferenceResult = z.output<typeof inferenceResult>

/** `figure` sorts by the main metric of the label type. */
export const modelSorts = ['name', 'size', 'figure', 'mAP50', 'mAP50to95', 'createdAt'] as const

export const modelEndpoints = {
  ...loraSampleEndpoints,
  ...tileSizeEndpoints,
  listModels: endpoint('GET', '/models', {
    summary: { en: 'Models, newest first unless sorted otherwise', zh: '模型，默认最新的在前' },
    query: listQuery(modelSorts).extend({
      type: z.enum(modelTypes).optional(),
      stage: z.enum(modelStages).optional(),
      tags: tagTerms,
      name: name.optional(),
      runnable: z.stringbool().optional(),
      labelType: z.enum(labelTypes).optional(),
      dataset: id.optional(),
      /** Minimum of the main metric on the validation split. */
      least: z.coerce.number().min(0).max(1).optional(),
      family: loraFacts.shape.family.optional(),
    }),
    answer: pageOf(model),
  }),
  getModel: endpoint('GET', '/models/:modelId', {
    summary: { en: 'One model', zh: '一个模型' },
    answer: model,
    errors: ['model.not-found'],
  }),
  inspectModelFile: endpoint('POST', '/model-files/inspect', {
    audited: false,
    readOnly: true,
    summary: {
      en: 'What a model file of a data space or a task is, how pictures become its input, and whether it can be used here',
      zh: '查看数据空间或任务输出中模型文件的内容、图片的输入方式，以及能否在此使用',
    },
    body: modelFile,
    answer: modelInspection,
    errors: [...modelFileErrors],
  }),
  tryModelFile: endpoint('POST', '/model-files/try', {
    audited: false,
    readOnly: true,
    summary: {
      en: 'Run a model file of a data space or a task on a picture, before it is made a model',
      zh: '登记之前，用一张图片试运行数据空间或任务输出中的模型文件',
    },
    body: modelTrial,
    bodyLimit: 2 * maxTrialPictureBytes,
    answer: trialResult,
    errors: [...modelFileErrors, 'model-file.picture-unreadable', 'model.not-runnable'],
  }),
  addModel: endpoint('POST', '/models', {
    summary: {
      en: 'Make a file of a data space or a task a model; what runs on pictures is tried on one first',
      zh: '将数据空间或任务输出中的文件登记为模型；可在图片上运行的模型登记前先试运行',
    },
    body: modelCreate,
    answer: model,
    errors: [...modelFileErrors],
  }),
  updateModel: endpoint('PATCH', '/models/:modelId', {
    summary: { en: 'Change stage, tags or notes of a model', zh: '修改模型的阶段、标签或备注' },
    body: modelUpdate,
    answer: model,
    errors: ['model.not-found'],
  }),
  deleteModel: endpoint('DELETE', '/models/:modelId', {
    summary: { en: 'Delete a model. Tasks that ran it keep their reports', zh: '删除模型；运行过它的任务保留报告' },
    answer: z.object({}),
    errors: ['model.not-found', 'generation.lora-in-use'],
  }),
  modelContent: endpoint('GET', '/models/:modelId/content', {
    summary: {
      en: 'The model file: ONNX, safetensors of a LoRA, or as it was brought',
      zh: '模型文件：ONNX、LoRA 的 safetensors，或原样文件',
    },
    raw: 'application/octet-stream',
    errors: ['model.not-found'],
  }),
  startInference: endpoint('POST', '/models/:modelId/inferences', {
    summary: { en: 'Start a cloud inference task with this model', zh: '用此模型启动云端推理任务' },
    body: inferenceCreate,
    answer: task,
    errors: [
      'model.not-found',
      'model.not-runnable',
      'model.not-tileable',
      'dataset.not-found',
      'space.not-found',
      'dataset.empty',
      'pool.not-found',
      'pool.too-small',
      'pool.no-accelerator',
      'image.other-pool',
      'version.not-found',
      'version.not-ready',
    ],
  }),
  inferenceReport: endpoint('GET', '/inferences/:taskId/report', {
    summary: {
      en: 'How far a cloud inference task is, and how fast the model',
      zh: '云端推理任务的进度与模型速度',
    },
    answer: inferenceReport,
    errors: ['task.not-found'],
  }),
  listInferenceResults: endpoint('GET', '/inferences/:taskId/results', {
    summary: {
      en: 'What the model found, image by image, in path order',
      zh: '模型在每张图片中的检测结果，按路径排序',
    },
    query: pageQuery,
    answer: pageOf(inferenceResult),
    errors: ['task.not-found'],
  }),
} as const
