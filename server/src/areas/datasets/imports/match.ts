import type { Database } from '#platform/database/database'
import type { StoredItem } from '../items/item-row.ts'
import type { ItemStore } from '../items/item-store.ts'
import { stemOf, type ImportImageStore } from './image-store.ts'

const itemsAtOnce = 500
/** So many items are looked for at once: each image is read once for all of them, also where all have one name. */
const itemsOfSearch = 50_000
const imagesBetweenLooks = 1_000

type Candidate = { readonly number: number; readonly path: string }

/**
 * Finds the items of images that no item has the very path of: an item's image is the only one whose path ends in the
 * item's; else the one whose path only this item's ends in; else the only one of its file's name, where neither side has
 * two such. Images may be named without their endings. May be begun again at any time.
 */
export async function matchByName(
  needs: {
    database: Pick<Database, 'transaction'>
    items: Pick<ItemStore, 'batch' | 'ambiguousNames'>
    images: Pick<ImportImageStore, 'matchedItems' | 'unmatched' | 'match' | 'claim'>
  },
  { importId, datasetId, signal }: { importId: string; datasetId: string; signal: AbortSignal },
): Promise<void> {
  const { database, items, images } = needs
  const ambiguous = await items.ambiguousNames(datasetId)
  signal.throwIfAborted()
  /** Items whose paths end in an image's: null where there are several. */
  const claims = new Map<number, string | null>()
  for await (const some of searchesOf(needs, { importId, datasetId, signal })) {
    const search = createSearch(some, claims)
    const stems = [...new Set(some.map(({ path }) => stemOf(path)))]
    let looked = 0
    for (let at = 0; at < stems.length; at += itemsAtOnce) {
      for await (const image of images.unmatched(importId, stems.slice(at, at + itemsAtOnce))) {
        looked += 1
        if (looked % imagesBetweenLooks === 0) signal.throwIfAborted()
        search.look(image)
      }
      signal.throwIfAborted()
    }
    const itemByNumber = new Map<number, string>()
    for (const [number, itemId] of search.matches(ambiguous))
      if (!itemByNumber.has(number)) itemByNumber.set(number, itemId)
    const pairs = [...itemByNumber]
    for (let at = 0; at < pairs.length; at += itemsAtOnce) {
      signal.throwIfAborted()
      await database.transaction(async () => {
        for (const [number, itemId] of pairs.slice(at, at + itemsAtOnce)) await images.match(importId, number, itemId)
      })
    }
  }
  const sole = [...claims].flatMap(([number, itemId]) => (itemId === null ? [] : [{ number, itemId }]))
  for (let at = 0; at < sole.length; at += itemsAtOnce) {
    signal.throwIfAborted()
    const some = sole.slice(at, at + itemsAtOnce)
    await database.transaction(async () => {
      const has = await images.matchedItems(
        importId,
        some.map(({ itemId }) => itemId),
      )
      for (const { number, itemId } of some) if (!has.has(itemId)) await images.claim(importId, number, itemId)
    })
  }
}

/** Items that no image has yet, as many as are looked for at once. */
async function* searchesOf(
  { items, images }: { items: Pick<ItemStore, 'batch'>; images: Pick<ImportImageStore, 'matchedItems'> },
  { importId, datasetId, signal }: { importId: string; datasetId: string; signal: AbortSignal },
): AsyncGenerator<StoredItem[]> {
  let some: StoredItem[] = []
  for (let after = ''; ;) {
    signal.throwIfAborted()
    const batch = await items.batch(datasetId, after, itemsAtOnce)
    const last = batch.at(-1)
    if (last === undefined) break
    after = last.place
    const ids = batch.map(({ id }) => id)
    const has = await images.matchedItems(importId, ids)
    some.push(...batch.filter(({ id }) => !has.has(id)))
    if (some.length < itemsOfSearch) continue
    yield some
    some = []
  }
  if (some.length > 0) yield some
}

/** Images that one thing is said of: how many, and the first of them. */
interface Match {
  count: number
  number: number
}

function add<Key>(to: Map<Key, Match>, key: Key, number: number): void {
  const existing = to.get(key)
  if (existing === undefined) to.set(key, { count: 1, number })
  else existing.count += 1
}

/** Looks for the images of some items, each image once, however many of either have the same name. */
function createSearch(items: readonly StoredItem[], claims: Map<number, string | null>) {
  /** Items by their whole paths, and by all that these end in; null where there are several. */
  const itemsByPath = Map.groupBy(items, ({ path }) => withoutEnding(path))
  const ending = new Map<string, string | null>()
  for (const { id, path } of items)
    for (const end of endsOf(withoutEnding(path))) ending.set(end, ending.has(end) ? null : id)
  const tails = new Map<string, Match>()
  const named = new Map<string, Match>()

  return {
    look({ number, path }: Candidate): void {
      const own = withoutEnding(path)
      const claim = ending.get(own)
      if (claim !== undefined) claims.set(number, claims.has(number) ? null : claim)
      add(named, nameOf(path), number)
      for (const end of endsOf(own))
        for (const item of itemsByPath.get(end) ?? []) if (isNamed(path, nameOf(item.path))) add(tails, item.id, number)
    },

    /** The one image of each item that has one. */
    *matches(ambiguous: ReadonlySet<string>): Generator<[number, string]> {
      for (const { id, path } of items) {
        const name = nameOf(path)
        const tail = tails.get(id)
        const alike = [...new Set([name, stemOf(name)])].flatMap((each) => named.get(each) ?? [])
        const [first, second] = alike
        if (tail?.count === 1) yield [tail.number, id]
        else if (first?.count === 1 && second === undefined && !ambiguous.has(name)) yield [first.number, id]
      }
    },
  }
}

const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1)

/** Whether a path leads to a file of a name, with its ending or without any. */
function isNamed(path: string, name: string): boolean {
  const own = nameOf(path)
  return own === name || own === stemOf(name)
}

/** A path, and what of it stands behind each of its folders. */
function* endsOf(path: string): Generator<string> {
  yield path
  for (let at = path.indexOf('/'); at >= 0; at = path.indexOf('/', at + 1)) yield path.slice(at + 1)
}

function withoutEnding(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1) + stemOf(path)
}
