import { endpoint } from '../kernel/endpoint.ts'

export const cardEndpoints = {
  modelArchive: endpoint('GET', '/models/:modelId/archive', {
    summary: {
      en: 'A model with its card, as a zip: the file, README.md as model hubs read it, and examples of what it predicts',
      zh: '模型及其说明卡的 zip：模型文件、模型社区格式的 README.md 和预测示例图',
    },
    raw: 'application/zip',
    errors: ['model.not-found'],
  }),
} as const
