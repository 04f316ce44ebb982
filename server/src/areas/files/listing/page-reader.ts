import type { FileRow } from '../store.ts'
import { indexedConditions, isIndexRange, residualConditions, type FileList, type ListingParts } from './file-list.ts'
import { createNumberLists } from './number-lists.ts'
import { reversed, type Order, type OrderPosition } from './orders.ts'
import { createSearch } from './search/search.ts'

/** A whole scope is read by ordered numbers, otherwise by steps from the nearer end. */
export function createPageReader({ rows, candidateReader, versions, bounds }: ListingParts) {
  const lists = createNumberLists(rows, versions, bounds)
  const search = createSearch({ rows, candidateReader, versions, bounds, lists })

  async function readUnfiltered(list: FileList, order: Order, offset: number, limit: number) {
    const readByOffset = () => rows.read({ order, conditions: [list.scope.indexed] }, limit, offset)
    if (offset <= bounds.skipped) return readByOffset()
    const files = await readByNumbers(list, order, offset, limit)
    return (await versions.of(list.spaceId)) === list.version ? files : readByOffset()
  }

  async function readByNumbers(
    { spaceId, version, key, scope }: FileList,
    order: Order,
    offset: number,
    limit: number,
  ) {
    const count = Math.min(limit, scope.files - offset)
    if (count <= 0) return []
    const remaining = scope.files - offset - count
    const conditions = [scope.indexed]
    const query = { order: { ...order, descending: false }, conditions }
    const numbers = await lists.slice({ key, spaceId, version, query }, order.descending ? remaining : offset, count)
    if (numbers !== undefined) return rows.byNumbers(order.descending ? numbers.toReversed() : numbers)
    if (offset <= remaining) return rows.read({ order, conditions }, count, offset)
    return (await rows.read({ order: reversed(order), conditions }, count, remaining)).toReversed()
  }

  return {
    after(list: FileList, order: Order, position: OrderPosition, limit: number): Promise<FileRow[]> {
      if (residualConditions(list, order).length === 0 || isIndexRange(list, order)) {
        return rows.read({ order, conditions: indexedConditions(list, order), after: position }, limit)
      }
      return search(list, order, { position }, limit)
    },
    at(list: FileList, order: Order, offset: number, limit: number): Promise<FileRow[]> {
      if (residualConditions(list, order).length === 0) return readUnfiltered(list, order, offset, limit)
      if (isIndexRange(list, order) && offset <= bounds.skippedInIndex) {
        return rows.read({ order, conditions: indexedConditions(list, order) }, limit, offset)
      }
      return search(list, order, { offset }, limit)
    },
  }
}
