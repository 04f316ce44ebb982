import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'
import { count } from '../kernel/fields.ts'

export const tileSize = z.object({ width: count, height: count })

export const tileSizeEndpoints = {
  tileSize: endpoint('GET', '/models/:modelId/tile-size', {
    summary: {
      en: 'The size of the tiles that a model reads large pictures in, from which their number follows; null where its predictions have no place that could be merged',
      zh: '模型切片读取大图时的切片尺寸，可据此得出切片数；预测没有位置、无法合并时为空',
    },
    answer: z.object({ size: tileSize.nullable() }),
    errors: ['model.not-found', 'model.not-runnable'],
  }),
} as const
