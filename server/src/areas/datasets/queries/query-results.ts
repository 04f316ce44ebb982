import type { Columns } from './columns.ts'
import { askFew, conditionsOf, type IndexFilter } from './conditions.ts'

const maxResults = 50
const maxNumbers = 8_000_000

interface Result {
  stamp: number
  numbers: Uint32Array
  /** Undefined when text, content or lineages were searched. */
  readonly filter: IndexFilter | undefined
}

export function createQueryResults() {
  const results = new Map<string, Result>()

  return {
    find(key: string, stamp: number): Uint32Array | undefined {
      const result = results.get(key)
      return result?.stamp === stamp ? result.numbers : undefined
    },

    patch(
      changed: ReadonlySet<number>,
      { from, to, columns, ranks }: { from: number; to: number; columns: Columns; ranks: Uint32Array },
    ): void {
      for (const result of results.values()) {
        if (result.stamp !== from || result.filter === undefined) continue
        const conditions = conditionsOf(result.filter, columns, askFew)
        for (const number of changed) {
          const isIn = conditions.every((condition) => condition(number))
          result.numbers = withNumber(result.numbers, number, isIn, ranks)
        }
        result.stamp = to
      }
    },

    keep(key: string, result: Result): void {
      results.delete(key)
      results.set(key, result)
      let retainedCount = [...results.values()].reduce((sum, { numbers }) => sum + numbers.length, 0)
      for (const [oldest, { numbers }] of results) {
        if (results.size <= maxResults && retainedCount <= maxNumbers) break
        if (oldest === key) break
        results.delete(oldest)
        retainedCount -= numbers.length
      }
    },
  }
}

/** The position of the first of the ordered numbers that has this rank or a higher one. */
export function firstAtRank(numbers: Uint32Array, rank: number, rankOf: (number: number) => number): number {
  let [from, end] = [0, numbers.length]
  while (from < end) {
    const middle = (from + end) >>> 1
    if (rankOf(numbers[middle]!) < rank) from = middle + 1
    else end = middle
  }
  return from
}

function withNumber(numbers: Uint32Array, number: number, isIn: boolean, ranks: Uint32Array): Uint32Array {
  const from = firstAtRank(numbers, ranks[number] ?? 0, (one) => ranks[one] ?? 0)
  const isThere = numbers[from] === number
  if (isThere === isIn) return numbers
  const changed = new Uint32Array(numbers.length + (isIn ? 1 : -1))
  changed.set(numbers.subarray(0, from))
  if (isIn) changed[from] = number
  changed.set(numbers.subarray(isIn ? from : from + 1), from + (isIn ? 1 : 0))
  return changed
}
