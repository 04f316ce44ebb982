import { z } from 'zod'
import { trainingParts } from './training-parts.ts'
import { tileOptions } from '../detection/tiles/tiles.ts'
import { endpoint } from '../kernel/endpoint.ts'
import { count, id, name } from '../kernel/fields.ts'
import { modelPrediction } from '../predictions.ts'

export const maxServedPictureBytes = 20 * 1024 ** 2
export const maxServedPixels = 50_000_000

const predictionFormats = ['json', 'png'] as const

export const servedPrediction = z.object({
  model: z.object({ id, name, version: count }),
  /** Size of the upright picture in pixels. */
  width: count,
  height: count,
  predictions: z.array(modelPrediction),
  /** A classifier's probabilities, in the model's label order. */
  scores: z.array(z.number()).optional(),
  /** Values mapped to black and white for images of more than 8 bits, as in previews. */
  shownRange: z.object({ black: z.number(), white: z.number() }).optional(),
  milliseconds: z.number(),
  waitedMilliseconds: z.number(),
})
export type ServedPrediction = z.output<typeof servedPrediction>

/** That of the best smoothed mean F1 in the latest evaluation or the training; `usual` when unknown. */
export const recommendedThreshold = z.object({
  confidence: z.number().min(0).max(1),
  source: z.enum(['evaluation', 'training', 'usual']),
  images: z
    .object({
      name: z.string(),
      part: z.enum(trainingParts).nullable(),
    })
    .optional(),
})
export type RecommendedThreshold = z.output<typeof recommendedThreshold>

export const servingEndpoints = {
  recommendedThreshold: endpoint('GET', '/models/:modelId/recommended-threshold', {
    summary: {
      en: 'The confidence threshold of the best F1 of a model, as its latest evaluation or its training found it; 0.25 where neither is known. Predictions, inferences, suggestions and learning rounds begin at it where none is given',
      zh: '模型 F1 最佳的置信度阈值，取自最近一次评估或训练；均未知时为 0.25。预测、推理、标注建议和学习轮次未指定阈值时采用该值',
    },
    answer: recommendedThreshold,
    errors: ['model.not-found', 'model.not-runnable'],
  }),
  predict: endpoint('POST', '/models/:modelId/predict', {
    audited: false,
    readOnly: true,
    summary: {
      en: 'What a model says of a picture: its bytes are the body, or a file of a form; or fileId names one of a data space. Answers JSON, or the picture with what was found drawn on it (format=png, or Accept: image/png)',
      zh: '用模型预测一张图片：图片为请求体或表单文件，或用 fileId 指定数据空间中的文件。返回 JSON，或绘有结果的图片（format=png 或 Accept: image/png）',
    },
    query: z.object({
      confidence: z.coerce.number().min(0).max(1).optional(),
      /** IoU above which the lower-scoring of two boxes is dropped. */
      overlap: z.coerce.number().min(0).max(1).optional(),
      /** Reads the picture in tiles that have this share of an edge in common. */
      tileOverlap: z.coerce.number().pipe(tileOptions.shape.overlap.unwrap()).optional(),
      /** With tiles, also reads the full picture. */
      fullPicture: z.stringbool().default(true),
      format: z.enum(predictionFormats).optional(),
      fileId: id.optional(),
    }),
    streamed: 'image/*',
    alternative: 'image/png',
    bodyLimit: maxServedPictureBytes,
    answer: servedPrediction,
    errors: [
      'model.not-found',
      'model.runs-elsewhere',
      'model.not-tileable',
      'file.not-found',
      'prediction.picture-missing',
      'prediction.picture-too-large',
      'request.too-slow',
      'prediction.full',
      'prediction.timed-out',
      'prediction.lost',
      'model-file.picture-unreadable',
      'model-file.unusable',
    ],
  }),
} as const
