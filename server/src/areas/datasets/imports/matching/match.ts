import { normalizePath } from '@vermilion/contract/paths'
import type { Database } from '#platform/database/database'
import type { ItemStore } from '../../items/item-store.ts'
import type { ImportImageStore, RowPlace } from '../image-store.ts'
import { nameOf, stemOf } from './row-names.ts'
import { type Candidate, type Claims, createSearch, type Sole } from './search.ts'

const rowsAtOnce = 500
/** Images of one search: it reads each row once for all of them, even when they share a name. */
const candidatesOfSearch = 50_000
const rowsBetweenYields = 1_000

interface Needs {
  readonly database: Pick<Database, 'transaction'>
  readonly items: Pick<ItemStore, 'batches' | 'paths'>
  readonly images: Pick<
    ImportImageStore,
    | 'matchedItems'
    | 'unmatched'
    | 'match'
    | 'copy'
    | 'joinFiles'
    | 'sourceImages'
    | 'sourcePaths'
    | 'labeledFiles'
    | 'useStatedNames'
  >
}

export interface MatchOrder {
  readonly importId: string
  readonly datasetId: string
  readonly signal: AbortSignal
}

/** Images that rows are matched with, by composed paths as in rows: a disk may spell names in decomposed characters (macOS). */
interface Side {
  readonly candidates: () => AsyncIterable<readonly Candidate[]>
  readonly ambiguous: () => Promise<ReadonlySet<string>>
  readonly taken: (ids: readonly string[]) => Promise<ReadonlySet<string>>
  readonly isSource: boolean
}

/**
 * A row matches the only image whose path ends in the row's or vice versa; else the one in the row's folder or split; else the
 * only one with its file name, if unique on both sides.
 * Sidecars are matched by their own names first, then by the names that they state. May be repeated at any time.
 */
export async function matchByName(needs: Needs, order: MatchOrder): Promise<void> {
  const { images } = needs
  const sides = [datasetSide(needs, order), sourceSide(needs, order)]
  for (const round of ['own', 'stated']) {
    if (round === 'stated' && (await images.useStatedNames(order.importId)) === 0) break
    for (const side of sides) {
      await searchSide(needs, order, side)
      await images.joinFiles(order.importId)
    }
  }
}

function datasetSide({ items, images }: Needs, { importId, datasetId, signal }: MatchOrder): Side {
  return {
    isSource: false,
    ambiguous: () => repeatedNames(items.paths(datasetId)),
    taken: (ids) => images.matchedItems(importId, ids),
    async *candidates() {
      for await (const batch of items.batches(datasetId, rowsAtOnce)) {
        signal.throwIfAborted()
        yield composed(batch)
      }
    },
  }
}

function sourceSide({ images }: Needs, { importId }: MatchOrder): Side {
  return {
    isSource: true,
    ambiguous: () => repeatedNames(images.sourcePaths(importId)),
    taken: (files) => images.labeledFiles(importId, files),
    async *candidates() {
      for await (const batch of images.sourceImages(importId, rowsAtOnce)) yield composed(batch)
    },
  }
}

/** Composed file names that occur more than once, in any folder. */
async function repeatedNames(paths: AsyncIterable<string>): Promise<ReadonlySet<string>> {
  const [visited, repeated] = [new Set<string>(), new Set<string>()]
  for await (const path of paths) {
    const name = nameOf(normalizePath(path))
    if (visited.has(name)) repeated.add(name)
    else visited.add(name)
  }
  return repeated
}

const composed = (some: readonly Candidate[]): Candidate[] =>
  some.map(({ id, path }) => ({ id, path: normalizePath(path) }))

async function searchSide(needs: Needs, { importId, signal }: MatchOrder, side: Side): Promise<void> {
  const ambiguous = await side.ambiguous()
  signal.throwIfAborted()
  const matched = new Set<number>()
  const claims: Claims = { endings: new Map(), places: new Map() }
  for await (const some of searchesOf(side)) {
    const search = createSearch(some, claims)
    const stems = [...new Set(some.flatMap(({ path }) => [stemOf(path), nameOf(path)]))]
    let readCount = 0
    for (let at = 0; at < stems.length; at += rowsAtOnce) {
      for await (const row of needs.images.unmatched(importId, stems.slice(at, at + rowsAtOnce), side.isSource)) {
        readCount += 1
        if (readCount % rowsBetweenYields === 0) signal.throwIfAborted()
        search.add(row)
      }
      signal.throwIfAborted()
    }
    await take(search.matches(ambiguous))
  }
  await take(soleOf(claims.endings))
  await take(soleOf(claims.places))
  await take(soleOf(claims.endings, true))

  /** A row of several candidates is copied for each. */
  async function take(matches: readonly Match[]): Promise<void> {
    const previous = new Set(matched)
    for (let at = 0; at < matches.length; at += rowsAtOnce) {
      signal.throwIfAborted()
      const some = matches.slice(at, at + rowsAtOnce)
      await needs.database.transaction(async () => {
        const used = await side.taken(some.map(({ id }) => id))
        const fresh: Parameters<typeof needs.images.match>[0][number][] = []
        const copies: [number, RowPlace][] = []
        for (const { id, numbers } of some) {
          if (used.has(id)) continue
          const position = side.isSource ? { file: id } : { itemId: id }
          for (const number of numbers) {
            if (previous.has(number)) continue
            if (matched.has(number)) copies.push([number, position])
            else fresh.push({ importId, number, ...position })
            matched.add(number)
          }
        }
        await needs.images.match(fresh)
        for (const [number, position] of copies) await needs.images.copy(importId, number, position)
      })
    }
  }
}

async function* searchesOf({ candidates, taken }: Side): AsyncGenerator<Candidate[]> {
  let some: Candidate[] = []
  for await (const batch of candidates()) {
    const has = await taken(batch.map(({ id }) => id))
    some.push(...batch.filter(({ id }) => !has.has(id)))
    if (some.length < candidatesOfSearch) continue
    yield some
    some = []
  }
  if (some.length > 0) yield some
}

type Match = { id: string; numbers: readonly number[] }

/** Images claimed by one key only and, with `isJoined`, those that several keys claim by the same path. */
function soleOf(claims: Sole, isJoined = false): Match[] {
  const claimed = [...claims.values()].flatMap(({ id, ...one }) => (id === null ? [] : [{ id, ...one }]))
  return [...Map.groupBy(claimed, ({ id }) => id)].flatMap(([id, own]) => {
    const isOne = own.length === 1 || (isJoined && own.every(({ path }) => path === own[0]?.path))
    return isOne ? [{ id, numbers: own.flatMap(({ numbers }) => numbers) }] : []
  })
}
