import type { Shape } from '@vermilion/contract/labels/index'

export function countBy<Item, Key>(items: Iterable<Item>, keyOf: (item: Item) => Key): Map<Key, number> {
  const counts = new Map<Key, number>()
  for (const item of items) {
    const key = keyOf(item)
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return counts
}

export const labelCounts = (shapes: readonly Shape[]) => countBy(shapes, ({ labelId }) => labelId)
