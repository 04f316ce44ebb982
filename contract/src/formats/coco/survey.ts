import type { FileReader } from '../codec.ts'
import { createNumbers } from '../growing-numbers.ts'
import { createJsonCutter, type JsonPart } from '../json-parts.ts'
import type { LabeledImage } from '../labeled-images.ts'
import type { FormatProblem, ProblemFinding } from '../problems.ts'
import { type CocoCategory, type CocoId, nameOf, readCategory, readImage } from './entries.ts'

/**
 * What a first walk through a document learns, whatever order its lists come in: classes, images, and for each
 * annotation the number of its image. Annotations themselves are not kept.
 */
export interface Survey {
  /** False for a document that merely lists images. */
  hasAnnotations: boolean
  categories: CocoCategory[]
  usedCategories: ReadonlySet<string>
  /** In the order of the document, with the number of the image's id. */
  images: { image: LabeledImage; slot: number }[]
  hasImage: (slot: number) => boolean
  /** The number of the image id of the annotation at a place of the list; -1 for one that cannot be read. */
  slotOf: (index: number) => number
  /** Of the annotations of an image id. */
  countOf: (slot: number) => number
  bytesOf: (slot: number) => number
}

const decoder = new TextDecoder('utf-8', { fatal: true })

export function parsePart(bytes: Uint8Array): { value: unknown } | { problem: ProblemFinding } {
  let text: string
  try {
    text = decoder.decode(bytes)
  } catch {
    return { problem: { reason: 'not-utf8' } }
  }
  try {
    return { value: JSON.parse(text) as unknown }
  } catch (error) {
    return { problem: { reason: 'json-broken', values: { detail: (error as Error).message } } }
  }
}

/** Ids that differ only in being a number or a text are the same. */
const keyOf = (id: CocoId): string | number => (typeof id === 'string' && /^\d{1,15}$/.test(id) ? Number(id) : id)

/** Walks through a document. Null where it cannot be read as a whole; the last problem says why. */
// oxlint-disable-next-line max-lines-per-function -- a maker, whose functions share the state that it holds
export async function* survey(reader: FileReader, file: string): AsyncGenerator<FormatProblem, Survey | null> {
  const slots = new Map<string | number, number>()
  const slotFor = (id: CocoId) => {
    const key = keyOf(id)
    const existing = slots.get(key)
    if (existing !== undefined) return existing
    slots.set(key, slots.size)
    return slots.size - 1
  }
  const slotOf = createNumbers()
  const counts = createNumbers()
  const bytes = createNumbers((length) => new Float64Array(length))
  const imageIds = createNumbers()
  const used = new Set<string>()
  const categories: CocoCategory[] = []
  const images: Survey['images'] = []
  let problems: FormatProblem[] = []

  const tell = (line: number, problem: ProblemFinding) => problems.push({ file, line, ...problem })

  const takers: Record<string, (entry: unknown, part: JsonPart) => void> = {
    categories(entry, { index, line }) {
      const read = readCategory(entry, index ?? 0)
      if (read.problem === undefined) categories.push(read.value)
      else tell(line, read.problem)
    },
    images(entry, { index, line }) {
      const read = readImage(entry, index ?? 0)
      if (read.problem !== undefined) {
        tell(line, read.problem)
        return
      }
      const slot = slotFor(read.value.id)
      if (imageIds.at(slot) > 0)
        tell(line, { reason: 'image-twice', values: { where: nameOf(entry, 'image', index ?? 0) } })
      else {
        imageIds.add(slot, 1)
        images.push({ image: read.value.image, slot })
      }
    },
    annotations(entry, part) {
      const id: unknown = typeof entry === 'object' && entry !== null ? Reflect.get(entry, 'image_id') : undefined
      if (typeof id !== 'number' && typeof id !== 'string') {
        slotOf.push(-1)
        const where = nameOf(entry, 'annotation', part.index ?? 0)
        tell(part.line, { reason: 'entry-invalid', values: { where, field: 'image_id', detail: 'missing' } })
        return
      }
      const slot = slotFor(id)
      slotOf.push(slot)
      counts.add(slot, 1)
      bytes.add(slot, part.bytes.length)
      const category: unknown = Reflect.get(entry as object, 'category_id')
      used.add(String(category))
    },
  }

  const cutter = createJsonCutter()
  for await (const chunk of reader.open(file)) {
    for (const part of cutter.push(chunk)) {
      const take = takers[part.key]
      if (take === undefined || part.index === null) continue
      const parsed = parsePart(part.bytes)
      if ('value' in parsed) take(parsed.value, part)
      else {
        tell(part.line, parsed.problem)
        if (part.key === 'annotations') slotOf.push(-1)
      }
    }
    yield* problems
    problems = []
  }
  const broken = cutter.end()
  if (broken !== null) {
    const values = { detail: broken.detail, limit: broken.detail }
    yield { file, line: broken.line, reason: broken.reason, values }
    return null
  }
  const absent = ['images', 'categories'].find((list) => !cutter.lists.has(list))
  if (absent !== undefined) {
    yield { file, reason: 'list-missing', values: { list: absent } }
    return null
  }
  return {
    hasAnnotations: cutter.lists.has('annotations'),
    categories,
    usedCategories: used,
    images,
    hasImage: (slot) => imageIds.at(slot) > 0,
    slotOf: slotOf.at,
    countOf: counts.at,
    bytesOf: bytes.at,
  }
}
