import type { FileRow } from '../../store.ts'
import { indexedConditions, residualConditions, type FileList, type ListingParts } from '../file-list.ts'
import type { createNumberLists } from '../number-lists.ts'
import { parseNumbers } from '../number-text.ts'
import type { Order } from '../orders.ts'
import { createVersionedCache } from '../versioned-cache.ts'
import { candidatesOfNumbers, type CandidateReader } from './candidate-reader.ts'
import { createCandidateScan } from './candidate-scan.ts'
import type { Candidates } from './candidates.ts'
import { readFilesAfter, type Search, type Start } from './search-request.ts'
import { createSearchResults, type SearchResults } from './search-results.ts'

interface Needs extends ListingParts {
  readonly lists: ReturnType<typeof createNumberLists>
}

/**
 * Takes the cheapest way: few candidates, the next files, or a scan of candidates in order. The next page resumes from cached
 * results.
 */
export function createSearch({ rows, candidateReader, versions, bounds, lists }: Needs) {
  const results = createSearchResults()
  const fewCandidates = createFewCandidates(candidateReader, bounds.candidates)
  const scanNext = createNextScan({ rows, bounds, results })
  const scanCandidates = createCandidateScan({ rows, candidateReader, lists, bounds, results, versions })

  const conditionsOf = ({ list, narrowing }: Search) => [list.scope.indexed, ...narrowing]

  async function examine(search: Search, candidates: Candidates): Promise<void> {
    const query = { order: search.order, conditions: conditionsOf(search), candidates }
    const all = parseNumbers(await rows.numbers(query, bounds.candidates))
    results.set(search, { numbers: [...all], isComplete: true, isScanFutile: true })
  }

  async function findQuickly(search: Search, start: Start, limit: number): Promise<FileRow[] | undefined> {
    const { list, order } = search
    let numbers = results.numbersOf(search, start, limit)
    if (numbers === undefined && !results.isScanFutile(search)) {
      const candidates = await fewCandidates.read(list, order)
      if (candidates === undefined) {
        const files = await scanNext(search, start, limit)
        if (files !== undefined) return files
      } else {
        await examine(search, candidates)
        numbers = results.numbersOf(search, start, limit)
      }
    }
    const files = numbers && (await readFilesAfter(rows, numbers, order, start.position))
    return files !== undefined && (await versions.of(list.spaceId)) === list.version ? files : undefined
  }

  return async (list: FileList, order: Order, start: Start, limit: number): Promise<FileRow[]> => {
    const search = { list, order, narrowing: residualConditions(list, order) }
    const files = await findQuickly(search, start, limit)
    if (files !== undefined) return files
    const candidates = fewCandidates.has(list, order) ? list.candidates : undefined
    if (candidates === undefined) {
      const scanned = await versions.unchanged(list.spaceId, (version) =>
        scanCandidates({ ...search, list: { ...list, version } }, start, limit),
      )
      if (scanned !== undefined) return scanned
    }
    const query = { order, conditions: conditionsOf(search), candidates, after: start.position }
    return rows.read(query, limit, start.offset)
  }
}

/** Tests the next files, for frequent matches. Undefined when it does not find enough. */
function createNextScan({ rows, bounds, results }: Pick<Needs, 'rows' | 'bounds'> & { results: SearchResults }) {
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

const maximumText = 2_000_000
const entryWeight = 2_000

const isByScore = ({ column }: Order) => column === 'score'

function createFewCandidates(reader: Pick<CandidateReader, 'listFew'>, maximum: number) {
  const cache = createVersionedCache<{ text: string | undefined }>(
    maximumText,
    ({ text = '' }) => text.length + entryWeight,
  )
  const keyOf = ({ spaceId, filterKey }: FileList, order: Order) => `${spaceId} ${filterKey} ${isByScore(order)}`

  /** In the order of scores, a range of scores is read along the index anyway. */
  async function readFew({ candidates, scoredCandidates }: FileList, order: Order): Promise<string | undefined> {
    for (const some of isByScore(order) ? [candidates] : [candidates, scoredCandidates]) {
      const text = some && (await reader.listFew(some, maximum))
      if (text !== undefined) return text
    }
    return undefined
  }

  return {
    has: (list: FileList, order: Order): boolean => cache.get(keyOf(list, order), list.version)?.text !== undefined,

    async read(list: FileList, order: Order): Promise<Candidates | undefined> {
      const { version, candidates } = list
      if (candidates === undefined) return undefined
      const numbers = cache.get(keyOf(list, order), version) ?? { text: await readFew(list, order) }
      cache.set(keyOf(list, order), version, numbers)
      return numbers.text === undefined ? undefined : candidatesOfNumbers(numbers.text)
    },
  }
}
