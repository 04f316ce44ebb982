import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'
import { id, text, time } from '../kernel/fields.ts'
import { sceneItem } from './config.ts'

export const itemDraftStatuses = ['queuing', 'running', 'success', 'failed', 'stopped'] as const

export const maxDraftedItems = 500

/** Scene items drafted by a chat service from a description (R9.02). May take minutes. */
export const itemDraft = z.object({
  id,
  serviceName: z.string(),
  description: z.string(),
  count: z.number().int(),
  status: z.enum(itemDraftStatuses),
  items: z.array(sceneItem),
  error: text.nullable(),
  startedBy: z.string(),
  createdAt: time,
  endedAt: time.nullable(),
})
export type ItemDraft = z.output<typeof itemDraft>

export const itemDraftCreate = z.object({
  serviceId: id,
  workflow: z.string().min(1).max(64),
  description: z.string().trim().min(1).max(8_000),
  count: z.number().int().min(1).max(maxDraftedItems).default(10),
})

export const itemDraftEndpoints = {
  createItemDraft: endpoint('POST', '/item-drafts', {
    summary: {
      en: 'Let a chat service make scene items of a description; they come one after the other',
      zh: '由大模型根据描述生成场景项，逐条返回',
    },
    body: itemDraftCreate,
    answer: itemDraft,
    errors: ['service.not-found', 'generation.workflow-missing'],
  }),
  getItemDraft: endpoint('GET', '/item-drafts/:draftId', {
    summary: { en: 'The scene items that have come so far', zh: '已生成的场景项' },
    answer: itemDraft,
    errors: ['item-draft.not-found'],
  }),
  stopItemDraft: endpoint('POST', '/item-drafts/:draftId/stop', {
    summary: { en: 'Stop waiting for scene items; those that have come stay', zh: '停止生成场景项；已生成的保留' },
    answer: itemDraft,
    errors: ['item-draft.not-found'],
  }),
} as const
