import type { Files } from '#areas/files'
import type { Database } from '#platform/database/database'
import type { DifferenceStore } from './difference-store.ts'
import type { Engines } from '../embedding/engines.ts'
import type { SearchStore } from '../store.ts'
import { hasBit } from '../vectors/vector-index.ts'

const removalBatch = 1_000

export interface WriterNeeds {
  readonly database: Database
  readonly files: Pick<Files, 'smallPicture'>
  readonly engines: Engines
  readonly store: SearchStore
  readonly differences: DifferenceStore
  changed(): void
}

/** Vectors and rows agree after any interruption. */
export function createIndexWriter({ database, files, engines, store, differences, changed }: WriterNeeds) {
  async function embedAll(checksums: readonly string[], signal: AbortSignal) {
    const { embedder } = engines.current()
    const embedded = checksums.map(async (checksum) => {
      const picture = await files.smallPicture(checksum, 'thumbnail', signal)
      // Its disk may be unavailable: it is retried with the next change.
      if (picture === undefined) return []
      return [{ checksum, vector: await embedder.embed(picture, { urgency: 'later', signal }) }]
    })
    return (await Promise.all(embedded)).flat()
  }

  /** Vectors first, then the rows that name them: after a crash, a slot with a vector but no row is free. */
  async function addBatch(checksums: readonly string[], signal: AbortSignal, saved: () => Promise<void>) {
    const { embedder, index } = engines.current()
    const embedded = await embedAll(checksums, signal)
    const slots = await store.freeSlots(embedded.length)
    const rows = embedded.map(({ checksum, vector }, k) => {
      const readable = vector === undefined ? (0 as const) : (1 as const)
      return { slot: slots[k]!, checksum, embedder: embedder.id, readable, vector }
    })
    await index.put(rows.flatMap(({ slot, vector }) => (vector === undefined ? [] : [{ slot, vector }])))
    await database.transaction(async () => {
      await store.put(rows.map(({ vector: _vector, ...row }) => row))
      await saved()
    })
    changed()
  }

  async function removeSuperfluous(signal: AbortSignal): Promise<void> {
    for (;;) {
      signal.throwIfAborted()
      const slots = (await differences.superfluous(removalBatch)).map(({ slot }) => slot)
      if (slots.length === 0) return
      await database.transaction(() => store.free(slots))
      await engines.current().index.remove(slots)
      changed()
    }
  }

  /** A new embedder starts over; missing vectors are made again, and unreferenced ones are removed. */
  async function makeConsistent(): Promise<void> {
    await engines.renew()
    const { index } = engines.current()
    if ((await store.foreign()) !== undefined) {
      await database.transaction(async () => {
        await store.freeAll()
        await store.startAnew()
      })
    }
    const slots = await index.slots()
    const named = await store.vectorSlots()
    const lost = named.filter((slot) => !hasBit(slots, slot))
    if (lost.length > 0) await database.transaction(() => store.free(lost))
    const isNamed = new Set(named)
    const superfluous: number[] = []
    for (let slot = 0; slot < slots.length * 8; slot++)
      if (hasBit(slots, slot) && !isNamed.has(slot)) superfluous.push(slot)
    if (superfluous.length > 0) await index.remove(superfluous)
    if (lost.length > 0) await database.transaction(() => store.startAnew())
  }

  return { addBatch, removeSuperfluous, makeConsistent }
}
