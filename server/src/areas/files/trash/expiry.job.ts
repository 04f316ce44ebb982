import { setImmediate as breath } from 'node:timers/promises'
import { trashDays } from '@vermilion/contract/trash'
import type { Clock } from '#platform/clock'
import { jobKind } from '#platform/jobs/jobs'
import type { Jobs } from '#platform/jobs/jobs'
import type { Lifecycle } from '#platform/lifecycle'
import type { TrashStore } from './store.ts'

const day = 24 * 3_600_000
/** Rows of one statement, so that none holds the event loop. */
const batchSize = 200

const expiry = jobKind<null>('expire-trash')

/** Empties the trash of what has lain there long enough, at the start and once a day. */
export function registerExpiry(needs: { clock: Clock; jobs: Jobs; lifecycle: Lifecycle; trash: TrashStore }): void {
  const { clock, jobs, lifecycle, trash } = needs
  jobs.register(expiry, {
    async run({ signal }) {
      const before = new Date(clock.now() - trashDays * day).toISOString()
      while ((await trash.removeOlder(before, batchSize)) > 0) {
        await breath()
        signal.throwIfAborted()
      }
    },
  })
  let timer: NodeJS.Timeout | undefined
  const begin = () => jobs.enqueue(expiry, 'trash', null)
  lifecycle.onStart(async () => {
    await begin()
    timer = setInterval(() => void begin(), day).unref()
  })
  lifecycle.onStop(() => clearInterval(timer))
}
