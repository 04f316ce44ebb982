import type { FileRow } from '../../store.ts'
import { indexedConditions } from '../file-list.ts'
import type { Bounds } from '../file-list.ts'
import type { RowReader } from '../row-reader.ts'
import type { Search, Start } from './search-request.ts'
import type { SearchResults } from './search-results.ts'

interface Needs {
  readonly rows: Pick<RowReader, 'readFiltered' | 'countUpTo'>
  readonly bounds: Bounds
  readonly results: SearchResults
}

/** Tests the next files, for frequent matches. Undefined when it does not find enough. */
export function createNextScan({ rows, bounds, results }: Needs) {
  return async (search: Search, { position, offset = 0 }: Start, limit: number): Promise<FileRow[] | undefined> => {
    if (offset > bounds.skipped) return undefined
    const { list, order, narrowing } = search
    const result = results.get(search)
    const query = { order, conditions: indexedConditions(list, order), after: position }
    const some = await rows.readFiltered(query, narrowing, bounds.scanned, offset + limit)
    if (some.length < offset + limit) {
      if ((await rows.countUpTo(query, bounds.scanned)) < bounds.scanned) return some.slice(offset)
      results.set(search, { ...result, isScanFutile: true })
      return undefined
    }
    const from = position === undefined ? 0 : result.numbers.indexOf(position[1]) + 1
    // A cursor may be older than the cached results; they continue it when the same file follows.
    const follows = position === undefined || (from > 0 && result.numbers[from] === some[0]?.number)
    if (follows && from + some.length <= bounds.remembered) {
      const numbers = [...result.numbers.slice(0, from), ...some.map(({ number }) => number)]
      results.set(search, { numbers, lastExamined: numbers.at(-1) })
    }
    return some.slice(offset)
  }
}
