import { z } from 'zod'
import type { Files } from '#areas/files'
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
  files: Pick<Files, 'pinned'>
  tasks: Pick<Tasks, 'orders'>
  snapshots: Snapshots
  store: VersionStore
  diffs: Pick<DiffStore, 'forget'>
}

/** Deletes snapshots that neither a version nor a task names, and what was known of contents that only those named. */
export function registerForgetting({ clock, jobs, files, tasks, snapshots, store, diffs }: Needs): void {
  jobs.daily(forgetSnapshots, {
    async run({ signal }) {
      const pinned = new Set(await files.pinned.ofRemovedSpaces())
      for (const snapshot of pinned.size === 0 ? [] : await snapshots.keptBefore(clock.time()))
        for await (const { checksum } of snapshots.imagesOf(snapshot)) {
          signal.throwIfAborted()
          pinned.delete(checksum)
        }
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
        await files.pinned.forget([...pinned])
      }
    },
  })
}
