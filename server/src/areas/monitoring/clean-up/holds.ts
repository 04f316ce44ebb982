import { type CleanUp, cleanUpOffers, heldDays } from '@vermilion/contract/monitoring/clean-ups'
import { fail } from '@vermilion/contract/kernel/errors'
import { jobKind } from '#platform/jobs/jobs'
import type { JobHandler } from '#platform/jobs/handler'
import type { Platform } from '#platform/platform'
import type { HeldAmount, Holder } from './candidate.ts'
import type { MakeCleaner } from './cleaners.ts'
import type { CleanUpStore } from './store.ts'

const restoring = jobKind<{ id: string }>('restore-clean-up')
const releasing = jobKind<{ id: string }>('release-clean-up')
const expiring = jobKind<null>('expire-clean-ups')
const day = 86_400_000

interface HoldNeeds extends Pick<Platform, 'database' | 'clock' | 'jobs'> {
  store: CleanUpStore
  makeCleaner: MakeCleaner
  announce: () => void
  measure: () => Promise<void>
}

/** Irreplaceable content is held for some days, can be restored, and is released at the end. */
export function createHolds({ database, clock, jobs, store, makeCleaner, announce, measure }: HoldNeeds) {
  function holdersOf(row: CleanUp): Holder[] {
    const held = row.kinds.filter((kind) => cleanUpOffers[kind].isHeld)
    return held.map((kind) => makeCleaner(kind, row).holder).filter((holder) => holder !== undefined)
  }

  async function end(id: string, hold: CleanUp['hold']): Promise<void> {
    await store.stepHold(id, hold)
    announce()
  }

  function begin(id: string, hold: 'restoring' | 'releasing'): Promise<CleanUp> {
    return database.transaction(async () => {
      const row = await store.find(id)
      if (row === undefined || row.endedAt === null || !(await store.stepHold(id, hold)))
        throw fail('clean-up.not-held')
      await jobs.enqueue({ restoring, releasing }[hold], id, { id })
      database.afterCommit(announce)
      return { ...row, hold }
    })
  }

  function handlerOf(
    outcome: 'restored' | 'released',
    handle: (holder: Holder, id: string, signal: AbortSignal) => Promise<void>,
  ): JobHandler<{ id: string }, never> {
    return {
      async run({ payload: { id }, signal }) {
        const row = await store.find(id)
        if (row === undefined) return
        for (const holder of holdersOf(row)) await handle(holder, id, signal)
        return async () => {
          await end(id, outcome)
          await measure()
        }
      },
      failed: ({ id }) => end(id, 'held'),
      work: {
        kind: 'clean-up',
        async describe({ id }) {
          const row = await store.find(id)
          return row === undefined ? undefined : { name: '', owner: row.startedBy, leadsTo: null }
        },
      },
    }
  }

  jobs.register(
    restoring,
    handlerOf('restored', (holder, _id, signal) => holder.restore(signal)),
  )
  jobs.register(
    releasing,
    handlerOf('released', async (holder, id, signal) => {
      for await (const { bytes } of holder.release(signal)) await store.count(id, { files: 1, bytes })
    }),
  )
  jobs.daily(expiring, {
    async run() {
      for (const { id, hold } of await store.holding(clock.time())) if (hold === 'held') await begin(id, 'releasing')
    },
  })

  return {
    begin,
    async measure(row: CleanUp): Promise<HeldAmount> {
      return sumOf(await Promise.all(holdersOf(row).map((holder) => holder.measure())))
    },
    async note(id: string, { isEmpty, files, bytes }: HeldAmount): Promise<void> {
      if (isEmpty) return
      const heldUntil = new Date(clock.now() + heldDays * day).toISOString()
      await store.stepHold(id, 'held', { heldFiles: files, heldBytes: bytes, heldUntil })
    },
  }
}

function sumOf(amounts: readonly HeldAmount[]): HeldAmount {
  return {
    isEmpty: amounts.every(({ isEmpty }) => isEmpty),
    files: amounts.reduce((sum, { files }) => sum + files, 0),
    bytes: amounts.reduce((sum, { bytes }) => sum + bytes, 0),
  }
}
