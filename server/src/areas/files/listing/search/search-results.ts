import type { FileList } from '../file-list.ts'
import { reversed, type Order } from '../orders.ts'
import { createVersionedCache } from '../versioned-cache.ts'
import type { Search, Start } from './search-request.ts'

/** Most cached numbers of all searches, eight bytes each, and the weight of an entry beside them. */
const maximumNumbers = 500_000
const entryWeight = 200

export interface SearchResult {
  readonly numbers: readonly number[]
  readonly lastExamined: number | undefined
  readonly isComplete: boolean
  readonly isScanFutile: boolean
}

const emptyResult: SearchResult = { numbers: [], lastExamined: undefined, isComplete: false, isScanFutile: false }

export type SearchResults = ReturnType<typeof createSearchResults>

export function createSearchResults() {
  const results = createVersionedCache<SearchResult>(maximumNumbers, ({ numbers }) => numbers.length + entryWeight)
  const keyOf = ({ key, filterKey }: FileList, { column, descending }: Order) =>
    `${key} ${filterKey} ${column} ${descending}`
  const find = (list: FileList, order: Order) => results.get(keyOf(list, order), list.version)

  return {
    isScanFutile: ({ list, order }: Search): boolean => find(list, order)?.isScanFutile === true,

    get: ({ list, order }: Search): SearchResult => find(list, order) ?? emptyResult,

    set({ list, order }: Search, result: Partial<SearchResult>): void {
      results.set(keyOf(list, order), list.version, { ...emptyResult, ...result })
    },

    numbersOf({ list, order }: Search, { position, offset = 0 }: Start, limit: number): readonly number[] | undefined {
      const result = find(list, order)
      const from = position === undefined ? offset : (result?.numbers.indexOf(position[1]) ?? -1) + 1
      if (result !== undefined && (position === undefined || from > 0)) {
        const numbers = result.numbers.slice(from, from + limit)
        if (result.isComplete || numbers.length === limit) return numbers
      }
      if (position === undefined) return undefined
      const reverse = find(list, reversed(order))
      const until = reverse?.numbers.indexOf(position[1]) ?? -1
      return until < 0 ? undefined : reverse?.numbers.slice(Math.max(0, until - limit), until).toReversed()
    },
  }
}
