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

export interface CountChange {
  labels: number
  images: number
}

/** Adds what the counts of an image change: how many there are by each key, and whether the image has any. */
export function addChanges(
  sums: Map<string, CountChange>,
  was: ReadonlyMap<string, number>,
  is: ReadonlyMap<string, number>,
): void {
  for (const key of new Set([...was.keys(), ...is.keys()])) {
    const [earlier, count] = [was.get(key) ?? 0, is.get(key) ?? 0]
    if (earlier === count) continue
    const sum = sums.get(key) ?? { labels: 0, images: 0 }
    sums.set(key, {
      labels: sum.labels + count - earlier,
      images: sum.images + Math.sign(count) - Math.sign(earlier),
    })
  }
}
