import { z } from 'zod'
import { datasetItem, itemFilter } from './datasets/items.ts'
import { endpoint } from './kernel/endpoint.ts'
import { count, id } from './kernel/fields.ts'
import { shape } from './labels/index.ts'
import { schemaMessage } from './kernel/schema-message.ts'

export const annotation = z.object({
  itemId: id,
  revision: count,
  shapes: z
    .array(shape)
    .max(100_000)
    .refine(
      (shapes) => new Set(shapes.map(({ id }) => id)).size === shapes.length,
      schemaMessage('two shapes have the same id', '两个标注的编号相同'),
    ),
})
export type Annotation = z.output<typeof annotation>

/** Refused with `annotation.conflict` unless `baseRevision` is the stored one, or the shapes are stored already (a replay). */
export const annotationSave = z.object({
  baseRevision: count,
  shapes: annotation.shape.shapes,
  /** Marks the image as labeled, even without shapes. */
  complete: z.boolean().default(false),
  /** Working time on the image since the last save, without pauses. */
  seconds: z.number().int().min(0).max(86_400).default(0),
})
export type AnnotationSave = z.input<typeof annotationSave>

/** Seconds: interval of presence messages; silence until a person is hidden; silence until their image is released. */
export const presenceTimes = { beat: 20, shown: 45, held: 120 } as const

/** A seat is one browser tab on one image; one account may have several. */
const seatParameters = z.object({ seatId: id })

export const presence = z.object({
  others: z.array(z.object({ seatId: id, username: z.string() })),
})
export type Presence = z.output<typeof presence>

export const annotationEndpoints = {
  getAnnotation: endpoint('GET', '/items/:itemId/annotation', {
    summary: { en: 'The shapes of one image', zh: '一张图片的标注形状' },
    answer: annotation,
    errors: ['item.not-found'],
  }),
  saveAnnotation: endpoint('PUT', '/items/:itemId/annotation', {
    audited: false,
    summary: { en: 'Save the shapes of one image', zh: '保存一张图片的标注形状' },
    body: annotationSave,
    bodyLimit: 64 * 1024 * 1024,
    answer: z.object({ item: datasetItem, revision: count }),
    errors: [
      'item.not-found',
      'annotation.conflict',
      'dataset.label-not-found',
      'annotation.kind-unfit',
      'annotation.attribute-unknown',
      'annotation.attribute-not-chosen',
      'annotation.attribute-not-text',
      'annotation.attribute-not-number',
      'annotation.attribute-not-yes-or-no',
    ],
  }),
  reportPresence: endpoint('POST', '/items/:itemId/presence', {
    audited: false,
    summary: {
      en: 'Say that one is at an image, or leaves it; who else is there',
      zh: '告知正在或不再标注一张图片，并获知还有谁在标注它',
    },
    body: seatParameters.extend({ leaving: z.boolean().default(false) }),
    answer: presence,
    errors: ['item.not-found'],
  }),
  takeNextItem: endpoint('POST', '/datasets/:datasetId/next', {
    audited: false,
    summary: {
      en: 'The next image by path that nobody else is at, held for the caller from then on',
      zh: '按路径排序的下一张无人标注的图片，并为调用者保留',
    },
    body: seatParameters.extend({
      after: id.optional(),
      /** Restricts the search to matching images; it wraps around at the end unless `after` is given. */
      filter: itemFilter.optional(),
    }),
    answer: z.object({ itemId: id.nullable() }),
    errors: ['dataset.not-found', 'item.not-found'],
  }),
} as const
