import { sql, type SqlBool } from 'kysely'
import type { FileRow } from '../../store.ts'
import type { FileList, ListingParts } from '../file-list.ts'
import type { createNumberLists } from '../number-lists.ts'
import { byArrival } from '../orders.ts'
import { createBitmapScan } from './bitmap-scan.ts'
import { bitmapOfNumbers, createBitmaps, intersect } from './bitmaps.ts'
import type { IndexedSet } from './candidates.ts'
import { readFilesAfter, type Search, type Start } from './search-request.ts'
import type { SearchResults } from './search-results.ts'

interface Needs extends ListingParts {
  readonly lists: ReturnType<typeof createNumberLists>
  readonly results: SearchResults
}

export function createCandidateScan({ rows, candidateReader, lists, bounds, results, versions }: Needs) {
  const scanBitmap = createBitmapScan(rows, lists, bounds.batch)
  const bitmapOf = createBitmaps(rows, candidateReader, bounds.span)

  /** The files between two scores in the order of scores: only the ends of a range are searched. */
  async function scoredBetween({ spaceId, key, version, scope }: FileList, [least, most]: readonly [number, number]) {
    const order = { column: 'score', descending: false } as const
    const score = sql.ref('files.score')
    const listed = { key, spaceId, version, query: { order, conditions: [scope.indexed] } }
    const chunks = await lists.between(listed, sql<SqlBool>`${score} >= ${least}`, sql<SqlBool>`${score} > ${most}`)
    return chunks === undefined ? undefined : bitmapOfNumbers(chunks, await rows.highestNumber())
  }

  async function intersectionOf(list: FileList, sets: readonly IndexedSet[]) {
    const { spaceId, version } = list
    const changesSince = (earlier: number) => versions.changesBetween(spaceId, earlier, version)
    const bitmaps = await Promise.all(
      sets.map(
        async ({ key, candidates, scores }) =>
          (scores === undefined ? undefined : await scoredBetween(list, scores)) ??
          bitmapOf(`${spaceId} ${key}`, version, { candidates, conditions: undefined, changesSince }),
      ),
    )
    return bitmaps.reduce(intersect)
  }

  function scanInput({ list, order, narrowing }: Search, usesCandidates: boolean) {
    const { spaceId, key, scope, candidates, filterKey, version, sets } = list
    const orderedList = { key, spaceId, version, query: { order, conditions: [scope.indexed] } }
    if (sets !== undefined) return { list: orderedList, bitmap: intersectionOf(list, sets), conditions: [] }
    const conditions = usesCandidates
      ? undefined
      : [scope.indexed, ...scope.residualConditions(byArrival), ...list.conditions]
    const bitmap = bitmapOf(`${usesCandidates ? spaceId : key} ${filterKey}`, version, { candidates, conditions })
    return { list: orderedList, bitmap, conditions: usesCandidates ? narrowing : [] }
  }

  return async (search: Search, { position, offset = 0 }: Start, limit: number): Promise<FileRow[] | undefined> => {
    const { list, order } = search
    const result = results.get(search)
    const from = position === undefined ? offset : result.numbers.indexOf(position[1]) + 1
    const until = from + limit
    const readPage = (numbers: readonly number[]) => readFilesAfter(rows, numbers, order, position)
    const continues = position === undefined ? offset <= bounds.skipped : from > 0 && until <= bounds.remembered
    if (continues && (result.isComplete || until <= result.numbers.length)) {
      return readPage(result.numbers.slice(from, until))
    }
    // With inexact candidates, the number of matches before an offset is unknown.
    const input = scanInput(search, list.candidates !== undefined && (continues || offset === 0))
    if (!continues) {
      const scanned = await scanBitmap({ ...input, offset, after: position?.[1] }, limit)
      return scanned && readPage(scanned.numbers.slice(0, limit))
    }
    const next = await scanBitmap({ ...input, offset: 0, after: result.lastExamined }, until - result.numbers.length)
    if (next === undefined) return undefined
    const numbers = [...result.numbers, ...next.numbers]
    const { lastExamined } = next
    results.set(search, { numbers, lastExamined, isComplete: lastExamined === undefined, isScanFutile: true })
    return readPage(numbers.slice(from, until))
  }
}
