import { setImmediate as breath } from 'node:timers/promises'
import { purgedBefore } from '@vermilion/contract/files/trash'
import type { Clock } from '#platform/clock'
import { jobKind } from '#platform/jobs/jobs'
import type { Jobs } from '#platform/jobs/jobs'
import type { TrashStore } from './store.ts'

const batchSize = 200

const expiry = jobKind<null>('expire-trash')

export function registerExpiry({ clock, jobs, trash }: { clock: Clock; jobs: Jobs; trash: TrashStore }): void {
  jobs.daily(expiry, {
    async run({ signal }) {
      const threshold = purgedBefore(clock.now())
      while ((await trash.removeOlder(threshold, batchSize)) > 0) {
        await breath()
        signal.throwIfAborted()
      }
    },
  })
}
