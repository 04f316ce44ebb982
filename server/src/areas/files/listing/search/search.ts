import type { FileRow } from '../../store.ts'
import { residualConditions } from '../file-list.ts'
import type { Bounds, FileList } from '../file-list.ts'
import type { createNumberLists } from '../number-lists.ts'
import { parseNumbers } from '../number-text.ts'
import type { Order } from '../orders.ts'
import type { RowReader } from '../row-reader.ts'
import type { Versions } from '../versions.ts'
import type { CandidateReader } from './candidate-reader.ts'
import { createCandidateScan } from './candidate-scan.ts'
import type { Candidates } from './candidates.ts'
import { createFewCandidates } from './few-candidates.ts'
import { createNextScan } from './next-scan.ts'
import { readFilesAfter } from './search-request.ts'
import type { Search, Start } from './search-request.ts'
import { createSearchResults } from './search-results.ts'

interface Needs {
  readonly rows: RowReader
  readonly candidateReader: CandidateReader
  readonly versions: Versions
  readonly bounds: Bounds
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
