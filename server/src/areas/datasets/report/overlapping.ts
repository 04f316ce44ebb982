import { boxOverlap, type Box } from '@vermilion/contract/labels/box'

const sameFrom = 0.8

/** Most comparisons for one image; beyond are only heaps of thousands, where the first ones suffice. */
const comparisons = 500_000

interface Labeled {
  readonly labelId: string
  readonly bounds: Box
}

export function overlapping(shapes: readonly Labeled[]): number {
  const twice = new Set<Labeled>()
  let left = comparisons
  for (const same of Map.groupBy(shapes, ({ labelId }) => labelId).values()) {
    const inOrder = same.toSorted((one, other) => one.bounds.x - other.bounds.x)
    for (const [index, one] of inOrder.entries()) {
      // With such an overlap, neither begins far behind the other.
      const end = one.bounds.x + one.bounds.width * (1 - sameFrom)
      for (let next = index + 1; next < inOrder.length; next += 1) {
        const other = inOrder[next]!
        if (other.bounds.x > end || left-- <= 0) break
        if (boxOverlap(one.bounds, other.bounds) < sameFrom) continue
        twice.add(one)
        twice.add(other)
      }
    }
  }
  return twice.size
}
