import { z } from 'zod'
import { inferenceRuntimes, type InferenceRuntime } from './devices/facts.ts'
import { figureNames, figures } from './evaluations.ts'
import { endpoint } from './kernel/endpoint.ts'
import { bytes, count, id, time } from './kernel/fields.ts'
import { pageOf, pageQuery } from './kernel/page.ts'
import type { Text } from './kernel/text.ts'
import { inferenceCreate, inferenceResult } from './models.ts'
import { taskCommand, taskPath } from './tasks/creation.ts'
import { task, taskStatuses } from './tasks.ts'

export const boardRuntimes: Readonly<Record<InferenceRuntime, Text>> = {
  onnxruntime: { en: 'ONNX Runtime', zh: 'ONNX Runtime' },
  tflite: { en: 'TensorFlow Lite', zh: 'TensorFlow Lite' },
  'rknn-lite': { en: 'RKNN-Lite', zh: 'RKNN-Lite' },
  trtexec: { en: 'TensorRT (trtexec)', zh: 'TensorRT (trtexec)' },
}

/** Runtimes that run the ONNX file itself; the others need a compiled model. */
export const onnxRuntimes: ReadonlySet<InferenceRuntime> = new Set(['onnxruntime', 'trtexec'])

export const imageOfRuntime = (runtime: InferenceRuntime): string => `vermilion/board-${runtime}`

export const maxSustainedSeconds = 3_600

export const boardInferenceCreate = inferenceCreate
  .omit({ pool: true, resources: true, environment: true, secrets: true, tiles: true })
  .extend({
    deviceId: id,
    runtime: z.enum(inferenceRuntimes).default('onnxruntime'),
    modelFile: taskPath.nullable().default(null),
    /** Overrides the image's command. `{mountPath}` and `{outputPath}` expand to the folders. */
    command: taskCommand.optional(),
    /** Length of the final run without pause, which shows throttling of a warm device. */
    sustainedSeconds: z.number().int().min(0).max(maxSustainedSeconds).default(30),
    /** True also runs the same inference in the cloud, unless one exists, to compare both. */
    compare: z.boolean().default(true),
  })
export type BoardInferenceCreate = z.input<typeof boardInferenceCreate>

const milliseconds = z.object({ p50: z.number(), p95: z.number(), p99: z.number(), mean: z.number() })

/** Measurements on the device; null where it has no sensor or nothing was measured. */
export const boardMeasurement = z.object({
  runtimeVersion: z.string(),
  python: z.string(),
  threads: count.nullable(),
  warmUpMilliseconds: z.number().nullable(),
  latency: z.object({ pre: milliseconds, model: milliseconds, post: milliseconds, total: milliseconds }).nullable(),
  sustained: z
    .object({
      seconds: z.number(),
      frames: count,
      framesPerSecond: z.number(),
      perSecond: z.array(z.number()),
    })
    .nullable(),
  memory: z.object({ peakBytes: bytes }).nullable(),
  temperature: z.object({ start: z.number(), highest: z.number(), sensor: z.string() }).nullable(),
  throttling: z.object({ isThrottled: z.boolean(), detail: z.string() }).nullable(),
  /** Power in watts. */
  power: z
    .object({ idle: z.number().nullable(), mean: z.number(), highest: z.number(), sensor: z.string() })
    .nullable(),
})
export type BoardMeasurement = z.output<typeof boardMeasurement>

export const boardInference = z.object({
  taskId: id,
  taskName: z.string(),
  status: z.enum(taskStatuses),
  statusReason: z.string(),
  deviceId: id.nullable(),
  deviceName: z.string(),
  runtime: z.enum(inferenceRuntimes),
  /** Null after the model was deleted. */
  modelId: id.nullable(),
  modelName: z.string(),
  cloudTaskId: id.nullable(),
  cloudStatus: z.enum(taskStatuses).nullable(),
  measurement: boardMeasurement.nullable(),
  figures: figures.nullable(),
  creator: z.string(),
  createdAt: time,
  endedAt: time.nullable(),
})
export type BoardInference = z.output<typeof boardInference>

const sideFigures = z.partialRecord(
  z.enum(figureNames),
  z.object({ board: z.number().nullable(), cloud: z.number().nullable() }),
)

export const boardComparison = z.object({
  cloudTaskId: id,
  figures: sideFigures,
  classes: z.array(z.object({ labelIndex: count, label: z.string(), instances: count, figures: sideFigures })),
  images: count,
  different: count,
  largestScoreDifference: z.number(),
})
export type BoardComparison = z.output<typeof boardComparison>

export const comparedImage = inferenceResult.extend({
  number: count,
  cloud: inferenceResult.pick({ predictions: true, scores: true, milliseconds: true }),
  unmatched: count,
  scoreDifference: z.number(),
})
export type ComparedImage = z.output<typeof comparedImage>

export const boardInferenceEndpoints = {
  startBoardInference: endpoint('POST', '/models/:modelId/board-inferences', {
    summary: { en: 'Start a board inference task with this model on a device', zh: '用此模型在设备上启动板端推理任务' },
    body: boardInferenceCreate,
    answer: task,
    errors: [
      'model.not-found',
      'model.not-runnable',
      'device.not-found',
      'board-inference.model-file-missing',
      'dataset.not-found',
      'space.not-found',
      'dataset.empty',
      'version.not-found',
      'version.not-ready',
    ],
  }),
  listBoardInferences: endpoint('GET', '/board-inferences', {
    summary: {
      en: 'Board inferences, newest first: all, of a device, of a model, or with the model and images of another task',
      zh: '板端推理任务，最新的在前：全部、某设备、某模型，或与另一任务使用相同模型和图片的任务',
    },
    query: pageQuery.extend({
      device: id.optional(),
      model: id.optional(),
      like: id.optional(),
    }),
    answer: pageOf(boardInference),
    errors: ['task.not-found'],
  }),
  getBoardInference: endpoint('GET', '/board-inferences/:taskId', {
    summary: {
      en: 'One board inference, with what was measured on the device',
      zh: '一个板端推理任务及其在设备上的测量结果',
    },
    answer: boardInference,
    errors: ['task.not-found'],
  }),
  compareBoardInference: endpoint('GET', '/board-inferences/:taskId/comparison', {
    summary: {
      en: 'A board inference beside the cloud inference of the same model over the same images',
      zh: '板端推理与相同模型、相同图片的云端推理的对比',
    },
    answer: boardComparison,
    errors: ['task.not-found', 'board-inference.not-comparable'],
  }),
  listComparedImages: endpoint('GET', '/board-inferences/:taskId/comparison/images', {
    summary: {
      en: 'What was found in each image on the device and in the cloud, those that differ most first',
      zh: '每张图片在设备和云端的预测结果，差异最大的在前',
    },
    query: pageQuery.extend({
      label: z.coerce.number().int().min(0).optional(),
      different: z.stringbool().optional(),
    }),
    answer: pageOf(comparedImage),
    errors: ['task.not-found', 'board-inference.not-comparable'],
  }),
} as const
