import { createNumbers } from '../growing-numbers.ts'
import type { CocoId } from './entries.ts'

export function createAnnotationIndex(slotFor: (id: CocoId) => number) {
  const slots = createNumbers()
  const counts = createNumbers()
  const bytes = createNumbers((length) => new Float64Array(length))
  const usedCategories = new Set<string>()
  return {
    usedCategories: usedCategories as ReadonlySet<string>,
    slotOf: slots.at,
    countOf: counts.at,
    bytesOf: bytes.at,
    /** Adds the next annotation of the list. Returns false when it has no image; its index is used up either way. */
    add(entry: unknown, size: number): boolean {
      const id: unknown = typeof entry === 'object' && entry !== null ? Reflect.get(entry, 'image_id') : undefined
      if (typeof id !== 'number' && typeof id !== 'string') {
        slots.push(-1)
        return false
      }
      const slot = slotFor(id)
      slots.push(slot)
      counts.add(slot, 1)
      bytes.add(slot, size)
      usedCategories.add(String(Reflect.get(entry as object, 'category_id')))
      return true
    },
  }
}
