import { describeIssue } from '../../kernel/schema-issue.ts'
import { z } from 'zod'
import type { ImageSize } from '../codec.ts'
import { maxPixels } from '../frames/measured-size.ts'
import { cleanPath } from '../images/image-paths.ts'
import { unknownSize } from '../images/image-size.ts'
import type { LabeledClass, LabeledImage } from '../labeled-images.ts'
import type { ProblemFinding } from '../problems/problems.ts'

/** Entries of a COCO document: https://cocodataset.org/#format-data. */
export const cocoId = z.union([z.number().int(), z.string()])

const category = z.object({
  id: cocoId,
  name: z.string().min(1),
  supercategory: z.string().nullish(),
  color: z.string().nullish(),
})
/** A `NaN` size counts as unknown. */
const side = z.preprocess((value) => (value === 'NaN' ? null : value), z.number().int().positive().nullish()).optional()
const image = z.object({
  id: cocoId,
  file_name: z.string().min(1),
  width: side,
  height: side,
  tags: z.array(z.string()).optional(),
})
const runs = z.object({
  size: z.tuple([z.number().int().positive(), z.number().int().positive()]),
  counts: z.union([z.string(), z.array(z.number().int().min(0))]),
})
const ring = z.array(z.number())
const rings = z.array(ring)
/** A single outline may come without its enclosing list. */
const outline = ring.min(1).transform((points) => [points])
const annotation = z.object({
  id: cocoId.optional(),
  image_id: cocoId,
  category_id: cocoId,
  bbox: z.unknown().optional(),
  segmentation: z.unknown().optional(),
  iscrowd: z.union([z.literal(0), z.literal(1), z.boolean()]).nullish(),
  score: z.unknown().optional(),
  attributes: z.unknown().optional(),
  group: z.number().int().optional().catch(undefined),
  /** Rings under the even-odd rule, written by Vermilion beside the RLE of a polygon with holes. */
  rings: rings.optional(),
})

export type CocoId = z.output<typeof cocoId>
export type CocoRuns = z.output<typeof runs>
type Entry = z.output<typeof annotation>
/** An unreadable box or outline is reported in `unread` and left null: the other may be valid. */
export interface CocoAnnotation extends Omit<Entry, 'bbox' | 'segmentation'> {
  readonly bbox: number[] | null
  readonly segmentation: number[][] | CocoRuns | null
  readonly unread: readonly ProblemFinding[]
}
export type CocoImage = z.output<typeof image>
export interface CocoCategory {
  id: CocoId
  value: LabeledClass
  supercategory: string | null
}

export type Read<T> = { value: T; problem?: undefined } | { value?: undefined; problem: ProblemFinding }

export function nameOf(entry: unknown, kind: string, index: number): string {
  const id: unknown = typeof entry === 'object' && entry !== null ? Reflect.get(entry, 'id') : undefined
  return typeof id === 'number' || typeof id === 'string' ? `${kind} ${id}` : `${kind} at place ${index}`
}

function check<T>(schema: z.ZodType<T>, entry: unknown, where: string, reason: ProblemFinding['reason']): Read<T> {
  const parsed = schema.safeParse(entry)
  if (parsed.success) return { value: parsed.data }
  return { problem: { reason, values: { where, ...describeIssue(parsed.error, entry, 'entry') } } }
}

export function readCategory(entry: unknown, index: number): Read<CocoCategory> {
  const read = check(category, entry, nameOf(entry, 'category', index), 'class-entry-invalid')
  if (read.problem !== undefined) return read
  const { id, name, supercategory, color } = read.value
  const value = { name, ...(typeof color === 'string' ? { colour: color } : {}) }
  return { value: { id, value, supercategory: supercategory ?? null } }
}

const sizeIn = ({ width, height }: CocoImage): ImageSize => (width && height ? { width, height } : unknownSize)

export function readImage(entry: unknown, index: number): Read<{ id: CocoId; image: LabeledImage }> {
  const where = nameOf(entry, 'image', index)
  const read = check(image, entry, where, 'image-entry-invalid')
  if (read.problem !== undefined) return read
  const { id, file_name, tags } = read.value
  const { width, height } = sizeIn(read.value)
  if (width * height > maxPixels) return { problem: { reason: 'image-size-invalid', values: { where, width, height } } }
  const path = cleanPath(file_name)
  if (path === '') {
    return { problem: { reason: 'image-entry-invalid', values: { where, field: 'file_name', detail: file_name } } }
  }
  return { value: { id, image: { path, width, height, shapes: [], ...(tags === undefined ? {} : { tags }) } } }
}

// Created once: constructing a schema is expensive.
const boxed = z.object({ bbox: z.array(z.number()).nullish() })
const outlined = z.object({ segmentation: z.union([rings, outline, runs]).nullish() })

export function readAnnotation(entry: unknown, index: number): Read<CocoAnnotation> {
  const where = nameOf(entry, 'annotation', index)
  const read = check(annotation, entry, where, 'entry-invalid')
  if (read.problem !== undefined) return read
  const box = check(boxed, read.value, where, 'geometry-invalid')
  const area = check(outlined, read.value, where, 'geometry-invalid')
  return {
    value: {
      ...read.value,
      bbox: box.value?.bbox ?? null,
      segmentation: area.value?.segmentation ?? null,
      unread: [box, area].flatMap(({ problem }) => problem ?? []),
    },
  }
}

export function runsSizeOf({ value }: Read<CocoAnnotation>): ImageSize[] {
  const area = value?.segmentation ?? null
  return area === null || Array.isArray(area) ? [] : [{ width: area.size[1], height: area.size[0] }]
}
