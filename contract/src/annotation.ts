import { z } from 'zod'
import { datasetItem } from './dataset-items.ts'
import { endpoint } from './kernel/endpoint.ts'
import { count, id } from './kernel/fields.ts'
import { shape } from './labels/index.ts'

/** All shapes of one image, bottom first, and the revision they belong to. */
export const annotation = z.object({
  itemId: id,
  revision: count,
  shapes: z
    .array(shape)
    .max(100_000)
    .refine((shapes) => new Set(shapes.map(({ id }) => id)).size === shapes.length, 'two shapes have the same id'),
})
export type Annotation = z.output<typeof annotation>

/**
 * Replaces an image's shapes. Accepted when `baseRevision` is the stored revision, or when what is stored already
 * equals what is sent (a replay); else `annotation.conflict`, and nothing changes.
 */
export const annotationSave = z.object({
  baseRevision: count,
  shapes: annotation.shape.shapes,
  /** The annotator is done with this image: it becomes labelled, also when it holds no shape. */
  complete: z.boolean().default(false),
  /** Worked on this image since the last save, without pauses. */
  seconds: z.number().int().min(0).max(86_400).default(0),
})
export type AnnotationSave = z.input<typeof annotationSave>

const itemParams = z.object({ itemId: id })

export const annotationEndpoints = {
  getAnnotation: endpoint({
    method: 'GET',
    path: '/items/:itemId/annotation',
    summary: { en: 'The shapes of one image', zh: '一张图片的标注形状' },
    params: itemParams,
    answer: annotation,
    errors: ['item.not-found'],
  }),
  saveAnnotation: endpoint({
    method: 'PUT',
    path: '/items/:itemId/annotation',
    summary: { en: 'Save the shapes of one image', zh: '保存一张图片的标注形状' },
    params: itemParams,
    body: annotationSave,
    bodyLimit: 64 * 1024 * 1024,
    answer: z.object({ item: datasetItem, revision: count }),
    errors: ['item.not-found', 'annotation.conflict', 'dataset.label-not-found'],
  }),
} as const
