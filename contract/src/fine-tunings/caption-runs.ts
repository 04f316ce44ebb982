import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'
import { count, id, text, time } from '../kernel/fields.ts'
import { maxCaptioned } from './captions.ts'

export const captionLanguages = ['en', 'zh'] as const
export type CaptionLanguage = (typeof captionLanguages)[number]

export const captionRunStatuses = ['queuing', 'running', 'success', 'failed', 'stopped'] as const

export const captionRunCreate = z.object({
  serviceId: id,
  folder: z.string().max(1_000).default(''),
  fileIds: z.array(id).max(maxCaptioned).default([]),
  language: z.enum(captionLanguages).default('en'),
  prompt: z.string().trim().max(2_000).default(''),
  triggerWords: z.string().trim().max(200).default(''),
  overwrites: z.boolean().default(false),
})
export type CaptionRunCreate = z.input<typeof captionRunCreate>

export const captionRun = captionRunCreate.omit({ fileIds: true }).extend({
  id,
  serviceName: z.string(),
  status: z.enum(captionRunStatuses),
  total: count,
  done: count,
  written: count,
  failed: count,
  error: text.nullable(),
  startedBy: z.string(),
  createdAt: time,
  endedAt: time.nullable(),
})
export type CaptionRun = z.output<typeof captionRun>

export const captionRunEndpoints = {
  startCaptionRun: endpoint('POST', '/spaces/:spaceId/caption-runs', {
    summary: {
      en: 'Let a vision service caption the pictures of a folder, those without a caption unless asked otherwise',
      zh: '由视觉大模型为文件夹中的图片撰写描述，默认仅限尚无描述的图片',
    },
    body: captionRunCreate,
    answer: captionRun,
    errors: [
      'space.not-found',
      'space.in-place',
      'folder.not-found',
      'service.not-found',
      'fine-tuning.service-blind',
      'fine-tuning.no-pictures',
      'fine-tuning.too-many-pictures',
      'fine-tuning.captions-under-way',
    ],
  }),
  lastCaptionRun: endpoint('GET', '/spaces/:spaceId/caption-runs/last', {
    summary: {
      en: 'The last captioning of pictures of a data space by a vision service; null where there was none',
      zh: '数据空间中最近一次由视觉大模型撰写描述的情况；没有则为 null',
    },
    answer: captionRun.nullable(),
    errors: ['space.not-found'],
  }),
  stopCaptionRun: endpoint('POST', '/caption-runs/:runId/stop', {
    summary: { en: 'Stop captioning; captions that are written stay', zh: '停止撰写描述；已写入的描述保留' },
    answer: captionRun,
    errors: ['fine-tuning.caption-run-missing'],
  }),
} as const
