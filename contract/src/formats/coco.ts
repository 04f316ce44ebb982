import { z } from 'zod'
import { fail } from '../kernel/errors.ts'
import type { LabeledBox, LabeledImages } from './labeled-images.ts'

/**
 * COCO detection documents: https://cocodataset.org/#format-data. A box is `[x, y, width, height]` in pixels.
 * Read: any ids, in any order; crowd regions (`iscrowd: 1`) stand for no single object and are left out.
 * Written: ids from 1 in the order of labels, images and boxes.
 */
const cocoId = z.union([z.number().int(), z.string()])
const category = z.object({ id: cocoId, name: z.string().min(1), color: z.string().optional() })
const image = z.object({
  id: cocoId,
  file_name: z.string().min(1),
  width: z.number().int().positive(),
  height: z.number().int().positive(),
})
const annotation = z.object({
  id: cocoId.optional(),
  image_id: cocoId,
  category_id: cocoId,
  bbox: z.array(z.number()).length(4),
  iscrowd: z.union([z.literal(0), z.literal(1), z.boolean()]).optional(),
  score: z.number().optional(),
})

export interface CocoDocument {
  info: { description: string }
  licenses: []
  images: z.output<typeof image>[]
  annotations: (z.output<typeof annotation> & { area: number; segmentation: [] })[]
  categories: (z.output<typeof category> & { supercategory: string })[]
}

/** Ends reading with where and what: `train.json: annotation 17: …`. */
function invalid(file: string, where: string, what: string) {
  return fail('dataset.import-invalid', { file, reason: `${file}: ${where}: ${what}` })
}

function entries<T>(document: object, key: string, schema: z.ZodType<T>, file: string): T[] {
  const list: unknown = Reflect.get(document, key)
  if (!Array.isArray(list)) throw invalid(file, key, 'a list is missing')
  return list.map((entry: unknown, index) => {
    const parsed = schema.safeParse(entry)
    if (parsed.success) return parsed.data
    const id: unknown = typeof entry === 'object' && entry !== null ? Reflect.get(entry, 'id') : undefined
    const issue = parsed.error.issues[0]
    const what = `${issue?.path.join('.') || 'entry'}: ${issue?.message ?? 'not valid'}`
    throw invalid(file, `${key.slice(0, -1)} ${id === undefined ? `at place ${index}` : String(id)}`, what)
  })
}

function byId<T extends { id: z.output<typeof cocoId> }>(list: readonly T[], kind: string, file: string) {
  const places = new Map<string, number>()
  for (const [index, { id }] of list.entries()) {
    if (places.has(String(id))) throw invalid(file, `${kind} ${id}`, 'the id occurs twice')
    places.set(String(id), index)
  }
  return places
}

/** Reads a parsed COCO document. `file` names it in errors. Throws `dataset.import-invalid`. */
export function decodeCoco(document: unknown, file: string): LabeledImages {
  if (typeof document !== 'object' || document === null) throw invalid(file, 'document', 'not a COCO object')
  const categories = entries(document, 'categories', category, file)
  const images = entries(document, 'images', image, file)
  const labelPlaces = byId(categories, 'category', file)
  const imagePlaces = byId(images, 'image', file)
  const boxes: LabeledBox[][] = images.map(() => [])
  for (const entry of entries(document, 'annotations', annotation, file)) {
    if (entry.iscrowd) continue
    const where = `annotation ${entry.id ?? '(without id)'}`
    const place = imagePlaces.get(String(entry.image_id))
    if (place === undefined) throw invalid(file, where, `there is no image ${entry.image_id}`)
    const labelIndex = labelPlaces.get(String(entry.category_id))
    if (labelIndex === undefined) throw invalid(file, where, `there is no category ${entry.category_id}`)
    const [x, y, width, height] = entry.bbox as [number, number, number, number]
    if (width <= 0 || height <= 0) throw invalid(file, where, `the box has no area (${width} × ${height})`)
    boxes[place]!.push({
      labelIndex,
      box: { x, y, width, height },
      ...(entry.score === undefined ? {} : { score: entry.score }),
    })
  }
  return {
    labels: categories.map(({ name, color }) => ({ name, ...(color === undefined ? {} : { colour: color }) })),
    images: images.map(({ file_name, width, height }, place) => ({
      path: file_name.replaceAll('\\', '/'),
      width,
      height,
      boxes: boxes[place]!,
    })),
  }
}

/** The COCO document of labelled images, ready for `JSON.stringify`. */
export function encodeCoco({ labels, images }: LabeledImages): CocoDocument {
  const annotations = images.flatMap(({ boxes }, place) => boxes.map((labeled) => ({ place, ...labeled })))
  return {
    info: { description: 'Vermilion' },
    licenses: [],
    images: images.map(({ path, width, height }, place) => ({ id: place + 1, file_name: path, width, height })),
    annotations: annotations.map(({ place, labelIndex, box, score }, index) => ({
      id: index + 1,
      image_id: place + 1,
      category_id: labelIndex + 1,
      bbox: [box.x, box.y, box.width, box.height],
      area: box.width * box.height,
      segmentation: [],
      iscrowd: 0,
      ...(score === undefined ? {} : { score }),
    })),
    categories: labels.map(({ name, colour }, index) => ({
      id: index + 1,
      name,
      supercategory: '',
      ...(colour === undefined ? {} : { color: colour }),
    })),
  }
}
