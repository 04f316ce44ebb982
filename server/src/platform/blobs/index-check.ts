import type { Text } from '@vermilion/contract/kernel/text'
import type { StorageCategory } from '@vermilion/contract/monitoring/storage'
import { findingOf, type Check, type CheckObserver } from '#platform/checks/checks'
import type { Clock } from '#platform/clock'
import type { Database } from '#platform/database/database'
import type { Blob, BlobStore, StoredBlob } from './blob-store.ts'
import { hashParts } from './incoming.ts'

/** Milliseconds that content may exist without a row, longer than any delay between put and row. */
export const orphanGrace = 24 * 3_600_000
const batchSize = 400

export interface BlobHolder {
  readonly id: string
  readonly name: string
  /** True when the holder itself lies in the trash. */
  readonly isDeleted?: boolean
}

export interface BlobOwner {
  readonly category: StorageCategory
  holders?(ids: readonly string[]): Promise<readonly BlobHolder[]>
  named(checksums: readonly string[]): Promise<readonly string[]>
  all(): AsyncIterable<Blob>
}

/** An owner whose rows name one content each. */
export function rowOwner(database: Database, category: StorageCategory, table: string): BlobOwner {
  const rows = () => database.reader<Record<string, { checksum: string; size: number }>>().selectFrom(table)
  return {
    category,
    async named(checksums) {
      if (checksums.length === 0) return []
      const named = await rows().select('checksum').where('checksum', 'in', checksums).execute()
      return named.map(({ checksum }) => checksum)
    },
    all: () => rows().select(['checksum', 'size']).distinct().stream(),
  }
}

/** Each area that keeps checksums in rows adds itself as an owner. */
export function createBlobOwners() {
  const owners: BlobOwner[] = []
  return { add: (owner: BlobOwner) => void owners.push(owner), all: (): readonly BlobOwner[] => owners }
}
export type BlobOwners = ReturnType<typeof createBlobOwners>

interface Needs {
  readonly database: Pick<Database, 'transaction'>
  readonly blobs: BlobStore
  readonly owners: BlobOwners
  readonly clock: Clock
}

/** Content that no row names, older than the grace time; a crash between put and row leaves it. */
export async function* orphans({ database, blobs, owners, clock }: Needs): AsyncIterable<StoredBlob> {
  const previous = clock.now() - orphanGrace
  for await (const batch of batches(blobs.list())) {
    const old = batch.filter((blob) => blob.putAt < previous)
    const checksums = old.map((blob) => blob.checksum)
    const named = await namedOf(checksums, { database, owners })
    yield* old.filter((blob) => !named.has(blob.checksum))
  }
}

export async function namedOf(
  checksums: readonly string[],
  { database, owners }: Pick<Needs, 'database' | 'owners'>,
): Promise<Set<string>> {
  const named = new Set<string>()
  // One transaction: content that moves between owners meanwhile would otherwise be named by neither.
  await database.transaction(async () => {
    for (const owner of owners.all()) for (const checksum of await owner.named(checksums)) named.add(checksum)
  })
  return named
}

/** Deletes orphans and returns their number; content that is put again meanwhile stays. */
export async function collectBlobs(needs: Needs): Promise<number> {
  let count = 0
  for await (const orphan of orphans(needs)) {
    await needs.blobs.delete(orphan.checksum, orphan.putAt + 1)
    count++
  }
  return count
}

export function orphanCheck(needs: Needs): Check {
  return {
    id: 'orphans',
    async examine() {
      const blobs = await Array.fromAsync(orphans(needs))
      return findingOf(
        blobs.map(({ checksum, size }) => ({ en: `${checksum} (${size} bytes)`, zh: `${checksum}（${size} 字节）` })),
      )
    },
    async repair() {
      await collectBlobs(needs)
    },
  }
}

const progressInterval = 20

/** Where `elsewhere` is given, content is not read: sizes are those of the listing, and from there for what is not listed. */
export function contentCheck(
  { blobs, owners }: Pick<Needs, 'blobs' | 'owners'>,
  elsewhere?: Pick<BlobStore, 'stat'>,
): Check {
  let sizeOf: ((checksum: string) => number | undefined) | undefined

  async function problem({ checksum, size }: Blob, signal: AbortSignal | undefined): Promise<Text | undefined> {
    if (sizeOf?.(checksum) === size) return undefined
    const stored = (await elsewhere?.stat(checksum)) ?? (await blobs.stat(checksum))
    if (stored === undefined) return { en: `${checksum} is missing`, zh: `${checksum} 缺失` }
    if (stored.size !== size)
      return {
        en: `${checksum} has ${stored.size} bytes instead of ${size}`,
        zh: `${checksum} 大小为 ${stored.size} 字节，应为 ${size}`,
      }
    if (elsewhere !== undefined) return undefined
    if (!(await isDamaged(blobs, checksum, signal))) return undefined
    return { en: `${checksum} is corrupt`, zh: `${checksum} 内容已损坏` }
  }

  /** A read error has no text but the system's. */
  async function problemOf(
    blob: Blob,
    owner: BlobOwner,
    observer: CheckObserver | undefined,
  ): Promise<Text | undefined> {
    const text = await problem(blob, observer?.signal).catch((error: unknown) => {
      observer?.signal.throwIfAborted()
      const reason = error instanceof Error ? error.message : String(error)
      return { en: `${blob.checksum} cannot be read: ${reason}`, zh: `${blob.checksum} 无法读取：${reason}` }
    })
    // The blob may have been deleted with its row since the row was read.
    return text !== undefined && (await owner.named([blob.checksum])).length > 0 ? text : undefined
  }

  return {
    id: 'content',
    async examine(observer) {
      const matches = new Map<string, Text>()
      let done = 0
      if (elsewhere !== undefined) sizeOf = await readSizes(blobs.list())
      for (const owner of owners.all())
        for await (const blob of owner.all()) {
          observer?.signal.throwIfAborted()
          const text = await problemOf(blob, owner, observer)
          if (text !== undefined) matches.set(blob.checksum, text)
          done += 1
          if (done % progressInterval === 0) observer?.progress(done, 'files')
        }
      return findingOf([...matches.values()])
    },
  }
}

/** Reads content where it lies. */
export const isDamaged = async (store: BlobStore, checksum: string, signal?: AbortSignal): Promise<boolean> =>
  (await hashParts(await store.open(checksum, undefined, { isFresh: true }), signal)).checksum !== checksum

/** Sizes of a listing, 16 bytes each. The first 52 bits tell checksums apart well enough: what differs is looked at again. */
async function readSizes(listing: AsyncIterable<Blob>): Promise<(checksum: string) => number | undefined> {
  const keyOf = (checksum: string) => Number.parseInt(checksum.slice(0, 13), 16)
  const [keys, sizes]: [number[], number[]] = [[], []]
  for await (const { checksum, size } of listing) {
    keys.push(keyOf(checksum))
    sizes.push(size)
  }
  return (checksum) => {
    const key = keyOf(checksum)
    let [low, high] = [0, keys.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if (keys[middle]! < key) low = middle + 1
      else high = middle
    }
    return keys[low] === key ? sizes[low] : undefined
  }
}

export async function* batches<Item>(items: AsyncIterable<Item>): AsyncIterable<Item[]> {
  let batch: Item[] = []
  for await (const item of items) {
    batch.push(item)
    if (batch.length < batchSize) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}
