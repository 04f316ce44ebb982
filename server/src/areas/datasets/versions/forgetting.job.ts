import { z } from 'zod'
import type { Tasks } from '#areas/tasks'
import { jobKind } from '#platform/jobs/jobs'
import type { Snapshots } from '../snapshots/snapshots.ts'
import type { DiffStore } from './diff-store.ts'
import type { VersionStore } from './version-store.ts'
import type { Platform } from '#platform/platform'

const forgetSnapshots = jobKind<null>('forget-snapshots')

/** Milliseconds that an unnamed snapshot stays, longer than any delay before a task names it. */
const grace = 24 * 3_600_000
const reference = z.object({ version: z.string() })

const diffRetentionMs = 7 * 24 * 3_600_000

interface Needs extends Pick<Platform, 'clock' | 'jobs'> {
  tasks: Pick<Tasks, 'orders'>
  snapshots: Snapshots
  store: VersionStore
  diffs: Pick<DiffStore, 'forget'>
}

/** Deletes snapshots that neither a version nor a task names. */
export function registerForgetting({ clock, jobs, tasks, snapshots, store, diffs }: Needs): void {
  jobs.daily(forgetSnapshots, {
    async run() {
      const named = new Set(await store.contents())
      for await (const { order } of tasks.orders()) {
        const read = reference.safeParse(order.reference).data
        if (read !== undefined) named.add(read.version)
      }
      const previous = new Date(clock.now() - grace).toISOString()
      const old = await snapshots.keptBefore(previous)
      const unnamed = old.filter((checksum) => !named.has(checksum))
      return async () => {
        await diffs.forget(new Date(clock.now() - diffRetentionMs).toISOString())
        await snapshots.forget(unnamed, previous)
      }
    },
  })
}
