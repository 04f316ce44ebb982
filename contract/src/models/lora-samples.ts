import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'
import { id } from '../kernel/fields.ts'

const position = z.coerce.number().int().min(0)
const params = z.object({ modelId: id, step: position, number: position })

export const loraSampleEndpoints = {
  modelSample: endpoint('GET', '/models/:modelId/samples/:step/:number', {
    summary: { en: 'A picture that a LoRA model made while it was trained', zh: 'LoRA 模型训练过程中的样张' },
    params,
    raw: 'image/png',
    errors: ['model.not-found', 'model.sample-missing'],
  }),
  modelSampleThumbnail: endpoint('GET', '/models/:modelId/samples/:step/:number/thumbnail', {
    summary: {
      en: 'A picture that a LoRA model made while it was trained, of at most 256 by 256 pixels',
      zh: 'LoRA 模型训练过程中样张的缩略图，不超过 256 × 256 像素',
    },
    params,
    raw: 'image/webp',
    errors: ['model.not-found', 'model.sample-missing', 'file.no-thumbnail'],
  }),
} as const
