import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'
import { count, id } from '../kernel/fields.ts'

export const maxItemSetSize = 500_000

/** Selected images of a dataset, so that a filter can reference them by one id. Kept for 30 days. */
export const itemSet = z.object({ id, items: count })
export type ItemSet = z.output<typeof itemSet>

export const itemSetEndpoints = {
  createItemSet: endpoint('POST', '/datasets/:datasetId/item-sets', {
    audited: false,
    summary: {
      en: 'Keep picked images of a dataset as a set, which filters find by its id for 30 days',
      zh: '将选中的数据集图片保存为集合，30 天内可按其 id 筛选',
    },
    body: z.object({ numbers: z.array(count).min(1).max(maxItemSetSize) }),
    bodyLimit: 8 * 1024 * 1024,
    answer: itemSet,
    errors: ['dataset.not-found', 'item.none-selected'],
  }),
} as const
