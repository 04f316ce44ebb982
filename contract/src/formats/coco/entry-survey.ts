import { createNumbers } from '../growing-numbers.ts'
import { parsePart } from '../json/parse-part.ts'
import type { JsonPart } from '../json/structure.ts'
import type { LabeledImage } from '../labeled-images.ts'
import type { ProblemFinding } from '../problems/problems.ts'
import { createAnnotationIndex } from './annotation-index.ts'
import { type CocoCategory, nameOf, readCategory, readImage } from './entries.ts'
import { createImageSlots } from './image-slots.ts'

export interface EntrySurvey {
  categories: CocoCategory[]
  usedCategories: ReadonlySet<string>
  images: { image: LabeledImage; slot: number }[]
  hasImage: (slot: number) => boolean
  slotOf: (index: number) => number
  countOf: (slot: number) => number
  bytesOf: (slot: number) => number
}

export function createEntrySurvey(report: (line: number, problem: ProblemFinding) => void) {
  const slotFor = createImageSlots()
  const { add: addAnnotation, ...annotations } = createAnnotationIndex(slotFor)
  const imageIds = createNumbers()
  const categories: CocoCategory[] = []
  const images: EntrySurvey['images'] = []

  const readers: Record<string, (entry: unknown, part: JsonPart) => void> = {
    categories(entry, { index, line }) {
      const read = readCategory(entry, index ?? 0)
      if (read.problem === undefined) categories.push(read.value)
      else report(line, read.problem)
    },
    images(entry, { index, line }) {
      const read = readImage(entry, index ?? 0)
      if (read.problem !== undefined) {
        report(line, read.problem)
        return
      }
      const slot = slotFor(read.value.id)
      if (imageIds.at(slot) > 0)
        report(line, { reason: 'image-twice', values: { where: nameOf(entry, 'image', index ?? 0) } })
      else {
        imageIds.add(slot, 1)
        images.push({ image: read.value.image, slot })
      }
    },
    annotations(entry, { index, line, bytes }) {
      if (addAnnotation(entry, bytes.length)) return
      const where = nameOf(entry, 'annotation', index ?? 0)
      report(line, { reason: 'entry-invalid', values: { where, field: 'image_id', detail: 'missing' } })
    },
  }

  return {
    entries: {
      categories,
      images,
      hasImage: (slot) => imageIds.at(slot) > 0,
      ...annotations,
    } satisfies EntrySurvey,
    add(part: JsonPart): void {
      const read = readers[part.key]
      if (read === undefined || part.index === null) return
      const parsed = parsePart(part.bytes)
      if ('value' in parsed) read(parsed.value, part)
      else {
        report(part.line, parsed.problem)
        if (part.key === 'annotations') addAnnotation(null, 0)
      }
    },
  }
}
