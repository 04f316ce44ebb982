import type { FileReader } from '../codec.ts'
import { createJsonCutter } from '../json/cutter.ts'
import { parsePart } from '../json/parse-part.ts'
import type { FormatProblem } from '../problems/problems.ts'
import type { Survey } from './survey.ts'

export interface Collected {
  of: (slot: number) => { entry: unknown; index: number; line: number }[]
}

/** Annotations are held as bytes. With `strangers`, reports those whose image is not in the document. */
export async function* collect(
  reader: FileReader,
  file: string,
  documentSurvey: Survey,
  slots: readonly number[],
  strangers: boolean,
): AsyncGenerator<FormatProblem, Collected> {
  const firsts = new Map<number, { entry: number; byte: number }>()
  let entries = 0
  let size = 0
  for (const slot of slots) {
    firsts.set(slot, { entry: entries, byte: size })
    entries += documentSurvey.countOf(slot)
    size += documentSurvey.bytesOf(slot)
  }
  const pool = new Uint8Array(size)
  const ends = new Uint32Array(entries)
  const lines = new Uint32Array(entries)
  const entryIndices = new Uint32Array(entries)
  const next = new Map([...firsts].map(([slot, first]) => [slot, { ...first }]))

  const cutter = createJsonCutter()
  for await (const chunk of reader.open(file)) {
    for (const { key, index, line, bytes } of cutter.push(chunk)) {
      if (key !== 'annotations' || index === null) continue
      const slot = documentSurvey.slotOf(index)
      const at = next.get(slot)
      if (at !== undefined && at.byte + bytes.length <= size && at.entry < entries) {
        pool.set(bytes, at.byte)
        at.byte += bytes.length
        ends[at.entry] = at.byte
        lines[at.entry] = line
        entryIndices[at.entry] = index
        at.entry += 1
      } else if (strangers && slot >= 0 && !documentSurvey.hasImage(slot)) yield stranger(file, line, index, bytes)
    }
  }

  return {
    of(slot) {
      const first = firsts.get(slot)
      if (first === undefined) return []
      let from = first.byte
      return Array.from({ length: (next.get(slot)?.entry ?? first.entry) - first.entry }, (_, at) => {
        const index = first.entry + at
        const parsed = parsePart(pool.subarray(from, ends[index]))
        from = ends[index]!
        return { entry: 'value' in parsed ? parsed.value : null, index: entryIndices[index]!, line: lines[index]! }
      })
    },
  }
}

function stranger(file: string, line: number, index: number, bytes: Uint8Array): FormatProblem {
  const parsed = parsePart(bytes)
  const entry = ('value' in parsed ? parsed.value : {}) as { id?: unknown; image_id?: unknown }
  const where =
    typeof entry.id === 'number' || typeof entry.id === 'string'
      ? `annotation ${entry.id}`
      : `annotation at place ${index}`
  return { file, line, reason: 'image-unknown', values: { where, image: String(entry.image_id) } }
}
