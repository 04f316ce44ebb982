import type { Decoded } from './codec.ts'
import type { LabeledClass } from './labeled-images.ts'

/** Classes of all files of a data set in order of first occurrence, unique by Unicode-normalized name. */
export function createClassList() {
  const indices = new Map<string, number>()
  const fresh: Decoded[] = []
  return {
    indexOf(stated: LabeledClass): number {
      const value = { ...stated, name: stated.name.normalize('NFC') }
      const existing = indices.get(value.name)
      if (existing !== undefined) return existing
      const index = indices.size
      indices.set(value.name, index)
      fresh.push({ type: 'class', value })
      return index
    },
    drainNew: (): Decoded[] => fresh.splice(0),
    get size(): number {
      return indices.size
    },
  }
}
export type ClassList = ReturnType<typeof createClassList>
