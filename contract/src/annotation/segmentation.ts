import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'
import { box } from '../labels/box.ts'
import { mask } from '../labels/mask.ts'
import { schemaMessage } from '../kernel/schema-message.ts'

export const maxClicks = 100

const pixel = z.number().min(0).max(1_000_000)

const click = z.object({ x: pixel, y: pixel, isPositive: z.boolean() })

/** Clicks, a box, or both, in pixels of the upright image. */
export const segmentPrompt = z
  .object({
    points: z.array(click).max(maxClicks).default([]),
    box: box.extend({ x: pixel, y: pixel, width: pixel.positive(), height: pixel.positive() }).optional(),
  })
  .refine(
    ({ points, box: around }) => around !== undefined || points.some(({ isPositive }) => isPositive),
    schemaMessage('it has neither a click on what is meant nor a box around it', '缺少目标上的点击或框选'),
  )
export type SegmentPrompt = z.output<typeof segmentPrompt>

/** Checksum of the image a prompt refers to; prompts about replaced content are refused. */
const picture = z.string().regex(/^[0-9a-f]{64}$/)

export const segment = z.object({
  mask: mask.nullable(),
  score: z.number().min(0).max(1),
})
export type Segment = z.output<typeof segment>

export const segmentationEndpoints = {
  prepareSegmentation: endpoint('POST', '/datasets/:datasetId/items/:itemId/segmentation/features', {
    audited: false,
    readOnly: true,
    summary: {
      en: 'Have the features of an image ready, so that segments of it are found at once; they are kept for a while',
      zh: '准备图片特征，以便即时分割；特征会保留一段时间',
    },
    answer: z.object({ picture, model: z.string() }),
    errors: [
      'dataset.not-found',
      'item.not-found',
      'segmentation.no-model',
      'segmentation.picture-unreadable',
      'segmentation.failed',
    ],
  }),
  segmentImage: endpoint('POST', '/datasets/:datasetId/items/:itemId/segmentation', {
    audited: false,
    readOnly: true,
    summary: {
      en: 'The pixels of an image that clicks or a box mean; nothing is saved',
      zh: '由点击或矩形框确定图片中的像素区域，不保存任何内容',
    },
    body: z.object({ picture, prompt: segmentPrompt }),
    answer: segment,
    errors: [
      'dataset.not-found',
      'item.not-found',
      'segmentation.no-model',
      'segmentation.image-changed',
      'segmentation.outside',
      'segmentation.picture-unreadable',
      'segmentation.failed',
    ],
  }),
} as const
