import { z } from 'zod'
import { username } from './assignment.ts'
import { itemSelection } from './items.ts'
import { splits } from './kinds.ts'
import { endpoint } from '../kernel/endpoint.ts'
import { count, formerTags, id, tags } from '../kernel/fields.ts'
import { schemaMessage } from '../kernel/schema-message.ts'

/** Larger changes run as a background job. */
export const itemsOfOneCall = 1_000

const part = z.number().min(0).max(1_000_000)

export const labelModes = ['add', 'set', 'remove'] as const

export const itemChange = z.union([
  z.strictObject({ split: z.enum(splits) }),
  z.strictObject({
    /** Relative shares with any sum. Equal images and seed give equal splits. */
    splitRatio: z
      .object({ train: part, validation: part, test: part })
      .refine(
        ({ train, validation, test }) => train + validation + test > 0,
        schemaMessage('one of the parts is more than nothing', '至少一部分须大于 0'),
      ),
    seed: z.number().int().min(0).max(4_294_967_295).default(0),
    /** Distributes each image's rarest class over the splits by the ratio. */
    stratified: z.boolean().default(false),
  }),
  z
    .strictObject({ addTags: tags.default([]), removeTags: formerTags.default([]) })
    .refine(
      ({ addTags, removeTags }) => addTags.length + removeTags.length > 0,
      schemaMessage('a tag is added or removed', '请添加或移除标签'),
    ),
  /** Omitted fields stay. An empty list or null falls back to the dataset. */
  z.strictObject({
    assign: z
      .object({
        /** Several assignees get equal numbers of images, in turns. */
        assignees: z.array(username).max(50).optional(),
        assignedReviewer: username.nullable().optional(),
      })
      .refine(
        ({ assignees, assignedReviewer }) => assignees !== undefined || assignedReviewer !== undefined,
        schemaMessage('somebody is named', '请指定人员'),
      ),
  }),
  z.strictObject({ labelId: id, mode: z.enum(labelModes) }),
  /** From this score on. An image without remaining suggestions becomes labeled; after accepting some, others may be rejected. */
  z.strictObject({
    acceptSuggestions: z.object({
      minimumScore: z.number().min(0).max(1),
      others: z.enum(['keep', 'remove']).default('keep'),
    }),
  }),
  z.strictObject({ clear: z.literal(true) }),
  z.strictObject({ takeOut: z.literal(true) }),
  z.strictObject({ status: z.literal('to-label') }),
])
export type ItemChange = z.output<typeof itemChange>

/** With a `workId` the change runs in the background and the counts are still 0. */
const outcome = z.object({
  items: count,
  skipped: count,
  workId: z.string().nullable(),
})

export const itemChangeEndpoints = {
  changeItems: endpoint('POST', '/datasets/:datasetId/items/change', {
    summary: {
      en: 'Change many images of a dataset: split, tags, assignment, class of the whole image, suggestions, clear, label again, take out',
      zh: '批量修改数据集中的图片：划分、标签、分配、整图类别、接受建议、清除标注、重新标注、移出',
    },
    body: z.object({ selection: itemSelection, change: itemChange }),
    answer: outcome.extend({
      /** Id to undo the change within seven days; null when nothing changed. */
      undoId: id.nullable(),
    }),
    errors: [
      'dataset.not-found',
      'dataset.label-not-found',
      'dataset.label-kind',
      'item.none-selected',
      'account.not-found',
      'account.disabled',
    ],
  }),
  undoItemChange: endpoint('POST', '/item-changes/:undoId/undo', {
    summary: {
      en: 'Take a change of many images back. What was changed once more since stays as it is',
      zh: '撤销一次批量修改；此后又被改动的图片保持不变',
    },
    answer: outcome,
    errors: ['item-change.not-found'],
  }),
} as const
