import { z } from 'zod'
import type { LabeledImage, LabeledImages } from '../labeled-images.ts'
import { failureOf, type ProblemFinding } from '../problems/problems.ts'
import { type CocoId, nameOf, type Read, readAnnotation, readCategory, readImage } from './entries.ts'
import { readShape } from './read-shape.ts'
import { writeAnnotation, writeCategory, writeImage } from './write-entries.ts'

/** Small COCO documents in memory. Large ones use the codec. */
export interface CocoDocument {
  info: { description: string }
  licenses: []
  images: ReturnType<typeof writeImage>[]
  annotations: NonNullable<ReturnType<typeof writeAnnotation>>[]
  categories: ReturnType<typeof writeCategory>[]
}

/** `file` names it in errors. Crowd regions (`iscrowd: 1`) without outline are skipped. Throws `dataset.import-invalid`. */
export function decodeCoco(document: unknown, file: string): LabeledImages {
  const refuse = (problem: ProblemFinding) => failureOf({ file, ...problem })
  const lists = z
    .object({ categories: z.unknown(), images: z.unknown(), annotations: z.unknown() })
    .partial()
    .safeParse(document)
  if (!lists.success) throw refuse({ reason: 'json-broken', values: { detail: 'not a COCO object' } })
  const entries = <T>(key: keyof typeof lists.data, read: (entry: unknown, index: number) => Read<T>): T[] => {
    const list: unknown = lists.data[key]
    if (!Array.isArray(list)) throw refuse({ reason: 'list-missing', values: { list: key } })
    return list.map((entry: unknown, index) => {
      const one = read(entry, index)
      if (one.problem !== undefined) throw refuse(one.problem)
      return one.value
    })
  }
  const byId = <T extends { id: CocoId }>(list: readonly T[], kind: string) => {
    const indices = new Map<string, number>()
    for (const [index, { id }] of list.entries()) {
      if (indices.has(String(id))) throw refuse({ reason: 'id-twice', values: { where: `${kind} ${id}` } })
      indices.set(String(id), index)
    }
    return indices
  }
  const categories = entries('categories', readCategory)
  const images = entries('images', readImage)
  const labelPlaces = byId(categories, 'category')
  const imagePlaces = byId(images, 'image')
  for (const [index, annotation] of entries('annotations', readAnnotation).entries()) {
    const where = nameOf(annotation, 'annotation', index)
    const image = images[imagePlaces.get(String(annotation.image_id)) ?? -1]?.image
    if (image === undefined) throw refuse({ reason: 'image-unknown', values: { where, image: annotation.image_id } })
    const labelIndex = labelPlaces.get(String(annotation.category_id))
    if (labelIndex === undefined)
      throw refuse({ reason: 'class-unknown', values: { where, class: annotation.category_id } })
    const shape = readShape(annotation, labelIndex, image, where, undefined)
    if (shape.problem?.reason === 'crowd-left-out') continue
    if (shape.problem !== undefined) throw refuse(shape.problem)
    image.shapes.push(shape.value)
  }
  return { labels: categories.map(({ value }) => value), images: images.map(({ image }) => image) }
}

export function encodeCoco({ labels, images }: LabeledImages): CocoDocument {
  let id = 0
  const annotationsOf = (image: LabeledImage, index: number) =>
    image.shapes.flatMap((shape) => {
      const written = writeAnnotation({ id: id + 1, imageId: index + 1, shape, image, geometry: 'drawn' })
      if (written === null) return []
      id += 1
      return [written]
    })
  return {
    info: { description: 'Vermilion' },
    licenses: [],
    images: images.map((image, index) => writeImage(image, index + 1)),
    annotations: images.flatMap(annotationsOf),
    categories: labels.map((label, index) => writeCategory(label, index + 1)),
  }
}
