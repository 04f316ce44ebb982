import type { Expression, SqlBool } from 'kysely'
import type { FileRow } from '../../store.ts'
import type { Candidates } from './candidates.ts'
import { narrowingOf } from '../file-list.ts'
import type { Bounds, FileList } from '../file-list.ts'
import type { createNumberLists } from '../number-lists.ts'
import { parseNumbers } from '../number-text.ts'
import { placeOf, reversed } from '../orders.ts'
import type { Order, Place } from '../orders.ts'
import { createPicking } from './bitmap-scan.ts'
import { createRemembered } from '../versioned-cache.ts'
import type { Rows } from '../row-reader.ts'
import { createSets } from './bitmaps.ts'
import type { Versions } from '../versions.ts'

/** Numbers kept of what all searches have found, eight bytes each, and what each search counts for beside them. */
const mostNumbers = 500_000
const weight = 200
/** Characters of the numbers of few candidates. */
const mostText = 2_000_000

interface Needs {
  readonly rows: Rows
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
  readonly place?: Place
  readonly offset?: number
}

/** Numbers of the files that fit, in order, from the first one on. */
interface Found {
  readonly numbers: readonly number[]
  /** Files after this one have not been looked at. */
  readonly seen: number | undefined
  readonly ended: boolean
  /** Nothing more is found by looking at the next few files. */
  readonly futile: boolean
}

const nothing: Found = { numbers: [], seen: undefined, ended: false, futile: false }
const byArrival = { column: 'number', descending: false } as const

/**
 * Finds the files of a page among those that fit, in the cheapest way there is: out of few candidates, by looking at a
 * few files, among the candidates in order. What it has found of a search is kept, and the next page goes on from there.
 */
export function createSearches({ rows, versions, bounds, lists }: Needs) {
  const pick = createPicking(rows, lists, bounds.batch)
  const setOf = createSets(rows, bounds.span)
  const few = createRemembered<{ text: string | undefined }>(mostText, ({ text = '' }) => text.length + 10 * weight)
  const remembered = createRemembered<Found>(mostNumbers, ({ numbers }) => numbers.length + weight)

  const fewKey = ({ spaceId, filterKey }: FileList) => `${spaceId} ${filterKey}`
  const nameOf = ({ key, filterKey }: FileList, { column, descending }: Order) =>
    `${key} ${filterKey} ${column} ${descending}`

  /** The candidates as they were for this version, where they are few. */
  async function fewOf(list: FileList): Promise<Candidates | undefined> {
    const { version, candidates } = list
    if (candidates === undefined) return undefined
    const known = few.find(fewKey(list), version) ?? { text: await rows.fewCandidates(candidates, bounds.candidates) }
    few.keep(fewKey(list), version, known)
    return known.text === undefined ? undefined : rows.these(known.text)
  }

  const areFew = (list: FileList) => few.find(fewKey(list), list.version)?.text !== undefined

  /** Numbers of a page, as far as they are known from earlier ones. */
  function known({ list, order }: Search, { place, offset = 0 }: Start, limit: number): readonly number[] | undefined {
    const found = remembered.find(nameOf(list, order), list.version)
    const from = place === undefined ? offset : (found?.numbers.indexOf(place[1]) ?? -1) + 1
    if (found !== undefined && (place === undefined || from > 0)) {
      const numbers = found.numbers.slice(from, from + limit)
      if (found.ended || numbers.length === limit) return numbers
    }
    if (place === undefined) return undefined
    const before = remembered.find(nameOf(list, reversed(order)), list.version)
    const until = before?.numbers.indexOf(place[1]) ?? -1
    return until < 0 ? undefined : before?.numbers.slice(Math.max(0, until - limit), until).toReversed()
  }

  /** Files by their numbers. Undefined where the place is none any more: its file is gone, or has another value. */
  async function shown(numbers: readonly number[], order: Order, place?: Place): Promise<FileRow[] | undefined> {
    if (place === undefined) return rows.byNumbers(numbers)
    const [at, ...files] = await rows.byNumbers([place[1], ...numbers])
    return at?.number === place[1] && placeOf(at, order)[0] === place[0] ? files : undefined
  }

  /** Looks at the next files: many of them may fit. */
  async function nextOnes({ list, order, narrowing }: Search, { place, offset = 0 }: Start, limit: number) {
    if (offset > bounds.skipped) return undefined
    const name = nameOf(list, order)
    const found = remembered.find(name, list.version) ?? nothing
    const wanted = { order, conditions: [list.scope.indexed], after: place }
    const some = await rows.readSome(wanted, narrowing, bounds.scanned, offset + limit)
    if (some.length < offset + limit) {
      remembered.keep(name, list.version, { ...found, futile: true })
      return undefined
    }
    const from = place === undefined ? 0 : found.numbers.indexOf(place[1]) + 1
    // A cursor may be older than what was found; where the same file follows, the same files follow that.
    const follows = place === undefined || (from > 0 && found.numbers[from] === some[0]?.number)
    if (follows && from + some.length <= bounds.found) {
      const numbers = [...found.numbers.slice(0, from), ...some.map(({ number }) => number)]
      remembered.keep(name, list.version, { ...nothing, numbers, seen: numbers.at(-1) })
    }
    return some.slice(offset)
  }

  /** Goes through the candidates in order, on from where an earlier page ended. */
  async function among(search: Search, { place, offset = 0 }: Start, limit: number): Promise<FileRow[] | undefined> {
    const { list, order, narrowing } = search
    const { spaceId, key, scope, candidates, filterKey, version } = list
    const name = nameOf(list, order)
    const found = remembered.find(name, version) ?? nothing
    const from = place === undefined ? offset : found.numbers.indexOf(place[1]) + 1
    const until = from + limit
    const goesOn = place === undefined ? offset <= bounds.skipped : from > 0 && until <= bounds.found
    if (goesOn && (found.ended || until <= found.numbers.length)) {
      return shown(found.numbers.slice(from, until), order, place)
    }
    // Where a few are passed over for not being what they seem, nobody knows how many come before a position.
    const proposed = candidates !== undefined && (goesOn || offset === 0)
    const conditions = proposed ? undefined : [scope.indexed, ...scope.narrowing(byArrival), ...list.conditions]
    const set = await setOf(`${proposed ? spaceId : key} ${filterKey}`, version, { candidates, conditions })
    const all = { key, spaceId, version, wanted: { order, conditions: [scope.indexed] } }
    const picked = { all, set, conditions: proposed ? narrowing : [] }
    if (!goesOn) {
      const picks = await pick({ ...picked, offset, after: place?.[1] }, limit)
      return picks && shown(picks.numbers.slice(0, limit), order, place)
    }
    const more = await pick({ ...picked, offset: 0, after: found.seen }, until - found.numbers.length)
    if (more === undefined) return undefined
    const numbers = [...found.numbers, ...more.numbers]
    remembered.keep(name, version, { numbers, seen: more.seen, ended: more.seen === undefined, futile: true })
    return shown(numbers.slice(from, until), order, place)
  }

  return async (list: FileList, order: Order, start: Start, limit: number): Promise<FileRow[]> => {
    const { place, offset } = start
    const search = { list, order, narrowing: narrowingOf(list, order) }
    const conditions = [list.scope.indexed, ...search.narrowing]
    let numbers = known(search, start, limit)
    if (numbers === undefined && remembered.find(nameOf(list, order), list.version)?.futile !== true) {
      const candidates = await fewOf(list)
      if (candidates === undefined) {
        const found = await nextOnes(search, start, limit)
        if (found !== undefined) return found
      } else {
        const all = parseNumbers(await rows.numbers({ order, conditions, candidates }, bounds.candidates))
        remembered.keep(nameOf(list, order), list.version, { ...nothing, numbers: [...all], ended: true, futile: true })
        numbers = known(search, start, limit)
      }
    }
    const found = numbers && (await shown(numbers, order, place))
    if (found !== undefined && (await versions.of(list.spaceId)) === list.version) return found
    const candidates = areFew(list) ? list.candidates : undefined
    if (candidates === undefined) {
      const picked = await versions.unchanged(list.spaceId, (version) =>
        among({ ...search, list: { ...list, version } }, start, limit),
      )
      if (picked !== undefined) return picked
    }
    return rows.read({ order, conditions, candidates, after: place }, limit, offset)
  }
}
