import type { CocoId } from './entries.ts'

export function createImageSlots() {
  const slots = new Map<string | number, number>()
  return (id: CocoId): number => {
    const key = keyOf(id)
    const existing = slots.get(key)
    if (existing !== undefined) return existing
    slots.set(key, slots.size)
    return slots.size - 1
  }
}

/** Numeric and string ids of equal digits are the same. */
const keyOf = (id: CocoId): string | number => (typeof id === 'string' && /^\d{1,15}$/.test(id) ? Number(id) : id)
