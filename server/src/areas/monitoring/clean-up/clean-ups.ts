import type { CleanUp, CleanUpKind, CleanUpPreview } from '@vermilion/contract/monitoring/clean-ups'
import { fail } from '@vermilion/contract/kernel/errors'
import { newId } from '#platform/ids'
import { jobKind } from '#platform/jobs/jobs'
import type { Platform } from '#platform/platform'
import type { Cleaner } from './candidate.ts'
import { type CleanerNeeds, createCleaners, previewOf } from './cleaners.ts'
import { createHolds } from './holds.ts'
import { createCleanUpStore } from './store.ts'

const cleaning = jobKind<{ id: string }>('clean-up')
const key = 'clean-up'
const countedAtOnce = 200

/** Plain files first: they make room for the database on a full disk. */
const order: readonly CleanUpKind[] = ['environments', 'thumbnails', 'uploads', 'unreferenced', 'trash']

interface CleanUpNeeds extends CleanerNeeds, Pick<Platform, 'jobs'> {
  measure: () => Promise<void>
}

export function createCleanUps(needs: CleanUpNeeds) {
  const { database, clock, events, jobs, measure } = needs
  const store = createCleanUpStore(database)
  const announce = () => events.publish({ type: 'storage-changed' })
  const makeCleaner = createCleaners(needs)
  const holds = createHolds({ ...needs, store, makeCleaner, announce })

  async function end(id: string, state: 'failed' | 'stopped', error: string | null): Promise<void> {
    await store.step(id, state, { endedAt: clock.time(), error })
    const row = await store.find(id)
    if (row !== undefined) await holds.note(id, await holds.measure(row))
    announce()
  }

  jobs.register(cleaning, {
    async run({ payload: { id }, signal, saveProgress }) {
      const row = await store.find(id)
      if (row === undefined) return
      await store.step(id, 'running')
      for (const kind of order.filter((one) => row.kinds.includes(one))) {
        await cleanKind(makeCleaner(kind, row), signal, async (removed) => {
          await store.count(id, removed)
          announce()
        })
        await saveProgress({ done: (await store.find(id))?.bytes ?? 0, unit: 'bytes' })
      }
      const held = await holds.measure(row)
      return async () => {
        await store.step(id, 'done', { endedAt: clock.time() })
        await holds.note(id, held)
        await measure()
      }
    },
    failed: ({ id }, error) => end(id, 'failed', error),
    stopped: ({ id }) => end(id, 'stopped', null),
    work: {
      kind: 'clean-up',
      async describe({ id }) {
        const row = await store.find(id)
        return row === undefined ? undefined : { name: '', owner: row.startedBy, leadsTo: null }
      },
    },
  })

  return {
    async preview(kinds: readonly CleanUpKind[]): Promise<CleanUpPreview> {
      const at = clock.time()
      const parts: CleanUpPreview['parts'] = []
      for (const kind of kinds) parts.push(await previewOf(kind, makeCleaner(kind, { id: '', startedAt: at })))
      return { at, parts }
    },
    start(kinds: CleanUpKind[], startedBy: string): Promise<CleanUp> {
      return database.transaction(async () => {
        const previous = await store.last()
        if (previous !== undefined && previous.endedAt === null) throw fail('clean-up.running')
        const nothing = { endedAt: null, files: 0, bytes: 0, error: null }
        const held = { hold: 'none' as const, heldFiles: 0, heldBytes: 0, heldUntil: null }
        const order = { id: newId(), state: 'queued' as const, kinds, startedBy, startedAt: clock.time() }
        const row = { ...order, ...nothing, ...held }
        await store.add(row)
        await jobs.enqueue(cleaning, key, { id: row.id })
        database.afterCommit(announce)
        return row
      })
    },
    last: async () => ({ cleanUp: (await store.last()) ?? null, held: await store.holding() }),
    restore: (id: string) => holds.begin(id, 'restoring'),
    release: (id: string) => holds.begin(id, 'releasing'),
  }
}

async function cleanKind(
  cleaner: Cleaner,
  signal: AbortSignal,
  countRemoved: (removed: { files: number; bytes: number }) => Promise<void>,
): Promise<void> {
  let [files, bytes] = [0, 0]
  const count = async () => {
    if (files > 0) await countRemoved({ files, bytes })
    ;[files, bytes] = [0, 0]
  }
  try {
    for await (const removed of cleaner.clean(signal)) {
      files += 1
      bytes += removed.bytes
      if (files >= countedAtOnce) await count()
    }
  } finally {
    await count()
  }
}
