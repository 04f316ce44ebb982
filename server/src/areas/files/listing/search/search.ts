import type { Expression, SqlBool } from 'kysely'
import type { FileRow } from '../../store.ts'
import type { Candidates } from './candidates.ts'
import { residualConditions } from '../file-list.ts'
import type { Bounds, FileList } from '../file-list.ts'
import type { createNumberLists } from '../number-lists.ts'
import { parseNumbers } from '../number-text.ts'
import { positionOf, reversed } from '../orders.ts'
import type { Order, OrderPosition } from '../orders.ts'
import { createBitmapScan } from './bitmap-scan.ts'
import { createVersionedCache } from '../versioned-cache.ts'
import type { RowReader } from '../row-reader.ts'
import { createBitmaps } from './bitmaps.ts'
import type { Versions } from '../versions.ts'

/** Numbers kept of what all searches have found, eight bytes each, and what each search counts for beside them. */
const maximumNumbers = 500_000
const entryWeight = 200
/** Characters of the numbers of few candidates. */
const maximumText = 2_000_000

interface Needs {
  readonly rows: RowReader
  readonly versions: Versions
  readonly bounds: Bounds
  readonly lists: ReturnType<typeof createNumberLists>
}

interface Search {
  readonly list: FileList
  readonly order: Order
  readonly narrowing: readonly Expression<SqlBool>[]
}

interface Start {
  readonly position?: OrderPosition
  readonly offset?: number
}

/** Numbers of the files that fit, in order, from the first one on. */
interface SearchResult {
  readonly numbers: readonly number[]
  /** Files after this one have not been looked at. */
  readonly lastExamined: number | undefined
  readonly isComplete: boolean
  /** Nothing more is found by looking at the next few files. */
  readonly isScanFutile: boolean
}

const emptyResult: SearchResult = { numbers: [], lastExamined: undefined, isComplete: false, isScanFutile: false }
const byArrival = { column: 'number', descending: false } as const

/**
 * Finds the files of a page among those that fit, in the cheapest way there is: out of few candidates, by looking at a
 * few files, among the candidates in order. What it has found of a search is kept, and the next page goes on from there.
 */
// oxlint-disable-next-line max-lines-per-function -- a maker, whose functions share the state that it holds
export function createSearch({ rows, versions, bounds, lists }: Needs) {
  const scanBitmap = createBitmapScan(rows, lists, bounds.batch)
  const bitmapOf = createBitmaps(rows, bounds.span)
  const fewCandidates = createVersionedCache<{ text: string | undefined }>(
    maximumText,
    ({ text = '' }) => text.length + 10 * entryWeight,
  )
  const results = createVersionedCache<SearchResult>(maximumNumbers, ({ numbers }) => numbers.length + entryWeight)

  const candidatesKey = ({ spaceId, filterKey }: FileList) => `${spaceId} ${filterKey}`
  const resultKey = ({ key, filterKey }: FileList, { column, descending }: Order) =>
    `${key} ${filterKey} ${column} ${descending}`

  /** The candidates as they were for this version, where they are few. */
  async function readFewCandidates(list: FileList): Promise<Candidates | undefined> {
    const { version, candidates } = list
    if (candidates === undefined) return undefined
    const cachedNumbers = fewCandidates.get(candidatesKey(list), version) ?? {
      text: await rows.listFewCandidates(candidates, bounds.candidates),
    }
    fewCandidates.set(candidatesKey(list), version, cachedNumbers)
    return cachedNumbers.text === undefined ? undefined : rows.these(cachedNumbers.text)
  }

  const hasFewCandidates = (list: FileList) => fewCandidates.get(candidatesKey(list), list.version)?.text !== undefined

  /** Numbers of a page, as far as they are known from earlier ones. */
  function cachedNumbers(
    { list, order }: Search,
    { position, offset = 0 }: Start,
    limit: number,
  ): readonly number[] | undefined {
    const result = results.get(resultKey(list, order), list.version)
    const from = position === undefined ? offset : (result?.numbers.indexOf(position[1]) ?? -1) + 1
    if (result !== undefined && (position === undefined || from > 0)) {
      const numbers = result.numbers.slice(from, from + limit)
      if (result.isComplete || numbers.length === limit) return numbers
    }
    if (position === undefined) return undefined
    const reverse = results.get(resultKey(list, reversed(order)), list.version)
    const until = reverse?.numbers.indexOf(position[1]) ?? -1
    return until < 0 ? undefined : reverse?.numbers.slice(Math.max(0, until - limit), until).toReversed()
  }

  /** Files by their numbers. Undefined where the place is none any more: its file is gone, or has another value. */
  async function readNumbers(
    numbers: readonly number[],
    order: Order,
    position?: OrderPosition,
  ): Promise<FileRow[] | undefined> {
    if (position === undefined) return rows.byNumbers(numbers)
    const [at, ...files] = await rows.byNumbers([position[1], ...numbers])
    return at?.number === position[1] && positionOf(at, order)[0] === position[0] ? files : undefined
  }

  /** Looks at the next files: many of them may fit. */
  async function scanNext({ list, order, narrowing }: Search, { position, offset = 0 }: Start, limit: number) {
    if (offset > bounds.skipped) return undefined
    const name = resultKey(list, order)
    const result = results.get(name, list.version) ?? emptyResult
    const query = { order, conditions: [list.scope.indexed], after: position }
    const some = await rows.readFiltered(query, narrowing, bounds.scanned, offset + limit)
    if (some.length < offset + limit) {
      results.set(name, list.version, { ...result, isScanFutile: true })
      return undefined
    }
    const from = position === undefined ? 0 : result.numbers.indexOf(position[1]) + 1
    // A cursor may be older than what was found; where the same file follows, the same files follow that.
    const follows = position === undefined || (from > 0 && result.numbers[from] === some[0]?.number)
    if (follows && from + some.length <= bounds.remembered) {
      const numbers = [...result.numbers.slice(0, from), ...some.map(({ number }) => number)]
      results.set(name, list.version, { ...emptyResult, numbers, lastExamined: numbers.at(-1) })
    }
    return some.slice(offset)
  }

  /** Goes through the candidates in order, on from where an earlier page ended. */
  async function scanCandidates(
    search: Search,
    { position, offset = 0 }: Start,
    limit: number,
  ): Promise<FileRow[] | undefined> {
    const { list, order, narrowing } = search
    const { spaceId, key, scope, candidates, filterKey, version } = list
    const name = resultKey(list, order)
    const result = results.get(name, version) ?? emptyResult
    const from = position === undefined ? offset : result.numbers.indexOf(position[1]) + 1
    const until = from + limit
    const continues = position === undefined ? offset <= bounds.skipped : from > 0 && until <= bounds.remembered
    if (continues && (result.isComplete || until <= result.numbers.length)) {
      return readNumbers(result.numbers.slice(from, until), order, position)
    }
    // Where a few are passed over for not being what they seem, nobody knows how many come before a position.
    const usesCandidates = candidates !== undefined && (continues || offset === 0)
    const conditions = usesCandidates
      ? undefined
      : [scope.indexed, ...scope.residualConditions(byArrival), ...list.conditions]
    const bitmap = await bitmapOf(`${usesCandidates ? spaceId : key} ${filterKey}`, version, { candidates, conditions })
    const orderedList = { key, spaceId, version, query: { order, conditions: [scope.indexed] } }
    const scanInput = { list: orderedList, bitmap, conditions: usesCandidates ? narrowing : [] }
    if (!continues) {
      const scanned = await scanBitmap({ ...scanInput, offset, after: position?.[1] }, limit)
      return scanned && readNumbers(scanned.numbers.slice(0, limit), order, position)
    }
    const next = await scanBitmap(
      { ...scanInput, offset: 0, after: result.lastExamined },
      until - result.numbers.length,
    )
    if (next === undefined) return undefined
    const numbers = [...result.numbers, ...next.numbers]
    results.set(name, version, {
      numbers,
      lastExamined: next.lastExamined,
      isComplete: next.lastExamined === undefined,
      isScanFutile: true,
    })
    return readNumbers(numbers.slice(from, until), order, position)
  }

  return async (list: FileList, order: Order, start: Start, limit: number): Promise<FileRow[]> => {
    const { position, offset } = start
    const search = { list, order, narrowing: residualConditions(list, order) }
    const conditions = [list.scope.indexed, ...search.narrowing]
    let numbers = cachedNumbers(search, start, limit)
    if (numbers === undefined && results.get(resultKey(list, order), list.version)?.isScanFutile !== true) {
      const candidates = await readFewCandidates(list)
      if (candidates === undefined) {
        const result = await scanNext(search, start, limit)
        if (result !== undefined) return result
      } else {
        const all = parseNumbers(await rows.numbers({ order, conditions, candidates }, bounds.candidates))
        results.set(resultKey(list, order), list.version, {
          ...emptyResult,
          numbers: [...all],
          isComplete: true,
          isScanFutile: true,
        })
        numbers = cachedNumbers(search, start, limit)
      }
    }
    const result = numbers && (await readNumbers(numbers, order, position))
    if (result !== undefined && (await versions.of(list.spaceId)) === list.version) return result
    const candidates = hasFewCandidates(list) ? list.candidates : undefined
    if (candidates === undefined) {
      const scanInput = await versions.unchanged(list.spaceId, (version) =>
        scanCandidates({ ...search, list: { ...list, version } }, start, limit),
      )
      if (scanInput !== undefined) return scanInput
    }
    return rows.read({ order, conditions, candidates, after: position }, limit, offset)
  }
}
