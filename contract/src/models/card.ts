import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'
import { id } from '../kernel/fields.ts'

export const cardEndpoints = {
  modelArchive: endpoint({
    method: 'GET',
    path: '/models/:modelId/archive',
    summary: {
      en: 'A model with its card, as a zip: the file, README.md as model hubs read it, and examples of what it predicts',
      zh: '模型及其说明卡的 zip：模型文件、模型社区格式的 README.md 和预测示例图',
    },
    params: z.object({ modelId: id }),
    raw: 'application/zip',
    errors: ['model.not-found'],
  }),
} as const
