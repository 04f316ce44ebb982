import type { FileRow } from '../store.ts'
import { narrowingOf } from './file-list.ts'
import type { Bounds, FileList } from './file-list.ts'
import { createNumberLists } from './number-lists.ts'
import { reversed } from './orders.ts'
import type { Order, Place } from './orders.ts'
import type { Rows } from './row-reader.ts'
import { createSearches } from './search/search.ts'
import type { Versions } from './versions.ts'

interface Needs {
  readonly rows: Rows
  readonly versions: Versions
  readonly bounds: Bounds
}

/** Finds the files of a page: of a whole folder or space by their numbers in order, or by steps from the nearer end. */
export function createWindows({ rows, versions, bounds }: Needs) {
  const lists = createNumberLists(rows, versions, bounds.numbers)
  const search = createSearches({ rows, versions, bounds, lists })

  /** Every file of a whole folder or space. */
  async function wholeAt(list: FileList, order: Order, offset: number, limit: number) {
    const steps = () => rows.read({ order, conditions: [list.scope.indexed] }, limit, offset)
    if (offset <= bounds.skipped) return steps()
    const found = await leap(list, order, offset, limit)
    return (await versions.of(list.spaceId)) === list.version ? found : steps()
  }

  /** What stands in the list in order; as long as that grows, steps from the nearer end. */
  async function leap({ spaceId, version, key, scope }: FileList, order: Order, offset: number, limit: number) {
    const count = Math.min(limit, scope.files - offset)
    if (count <= 0) return []
    const left = scope.files - offset - count
    const conditions = [scope.indexed]
    const wanted = { order: { ...order, descending: false }, conditions }
    // A descending list is the ascending one backwards.
    const numbers = lists.slice({ key, spaceId, version, wanted }, order.descending ? left : offset, count)
    if (numbers !== undefined) return rows.byNumbers(order.descending ? numbers.toReversed() : numbers)
    if (offset <= left) return rows.read({ order, conditions }, count, offset)
    return (await rows.read({ order: reversed(order), conditions }, count, left)).toReversed()
  }

  return {
    /** From a place on. */
    after(list: FileList, order: Order, place: Place, limit: number): Promise<FileRow[]> {
      if (narrowingOf(list, order).length > 0) return search(list, order, { place }, limit)
      return rows.read({ order, conditions: [list.scope.indexed], after: place }, limit)
    },
    /** From a position on. */
    at(list: FileList, order: Order, offset: number, limit: number): Promise<FileRow[]> {
      if (narrowingOf(list, order).length > 0) return search(list, order, { offset }, limit)
      return wholeAt(list, order, offset, limit)
    },
  }
}
