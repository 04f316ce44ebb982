import type { Database } from '#platform/database/database'
import type { StoredItem } from '../item-row.ts'
import type { ItemStore } from '../item-store.ts'
import { stemOf, type ImportImageStore } from './image-store.ts'

const itemsAtOnce = 500

type Candidate = { readonly number: number; readonly path: string }

/**
 * Finds the items of images that no item has the very path of: an item's image is the only one whose path ends in the
 * item's; else the one whose path only this item's ends in; else the only one of its file's name, where neither side has
 * two such. Images may be named without their endings. May be begun again at any time.
 */
export async function matchByName(
  needs: { database: Database; items: ItemStore; images: ImportImageStore },
  { importId, datasetId, signal }: { importId: string; datasetId: string; signal: AbortSignal },
): Promise<void> {
  const { database, items, images } = needs
  const ambiguous = await items.ambiguousNames(datasetId)
  /** Items whose paths end in an image's: null where there are several. */
  const claims = new Map<number, string | null>()
  for (let after = ''; ;) {
    signal.throwIfAborted()
    const batch = await items.batch(datasetId, after, itemsAtOnce)
    const last = batch.at(-1)
    if (last === undefined) break
    after = last.place
    const candidates = Map.groupBy(
      await images.unmatched(importId, [...new Set(batch.map(({ path }) => stemOf(path)))]),
      ({ stem }) => stem,
    )
    if (candidates.size === 0) continue
    const has = await images.taken(
      importId,
      batch.map(({ id }) => id),
    )
    const found = batch.flatMap((item) => {
      if (has.has(item.id)) return []
      const alike = candidates.get(stemOf(item.path)) ?? []
      for (const { number, path } of alike) {
        if (endsIn(item.path, path)) claims.set(number, claims.has(number) ? null : item.id)
      }
      const image = imageOf(item, alike, ambiguous)
      return image === undefined ? [] : [{ number: image.number, itemId: item.id }]
    })
    const once = found.filter(({ number }, place) => found.findIndex((other) => other.number === number) === place)
    await database.transaction(async () => {
      for (const { number, itemId } of once) await images.match(importId, number, itemId)
    })
  }
  const sole = [...claims].flatMap(([number, itemId]) => (itemId === null ? [] : [{ number, itemId }]))
  for (let at = 0; at < sole.length; at += itemsAtOnce) {
    const some = sole.slice(at, at + itemsAtOnce)
    await database.transaction(async () => {
      const has = await images.taken(
        importId,
        some.map(({ itemId }) => itemId),
      )
      for (const { number, itemId } of some) if (!has.has(itemId)) await images.claim(importId, number, itemId)
    })
  }
}

function imageOf(
  { path }: Pick<StoredItem, 'path'>,
  candidates: readonly Candidate[],
  ambiguous: ReadonlySet<string>,
): Candidate | undefined {
  const name = path.slice(path.lastIndexOf('/') + 1)
  const alike = candidates.filter((image) => isNamed(image.path, name))
  const tails = alike.filter((image) => endsIn(image.path, path))
  if (tails.length === 1) return tails[0]
  return alike.length === 1 && !ambiguous.has(name) ? alike[0] : undefined
}

/** Whether a path leads to a file of a name, with its ending or without any. */
function isNamed(path: string, name: string): boolean {
  const own = path.slice(path.lastIndexOf('/') + 1)
  return own === name || own === stemOf(name)
}

function endsIn(path: string, end: string): boolean {
  const [whole, tail] = [withoutEnding(path), withoutEnding(end)]
  return whole === tail || whole.endsWith(`/${tail}`)
}

function withoutEnding(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1) + stemOf(path)
}
