import { jobKind } from '#platform/jobs/jobs'
import type { ImportImageStore } from './image-store.ts'
import type { ImportStore } from './import-store.ts'
import type { ImportFileStore } from './source/upload-store.ts'
import type { Platform } from '#platform/platform'

const forgetImports = jobKind<null>('forget-imports')
const day = 24 * 3_600_000
/** Milliseconds that an uploaded file and an import's rows are kept. */
const retentionMs = day
const listRetentionMs = 30 * day
const rowsForgotten = 1_000

interface Needs extends Pick<Platform, 'database' | 'clock' | 'jobs'> {
  readonly store: ImportStore
  readonly images: ImportImageStore
  readonly uploads: ImportFileStore
}

export function registerForgetting({ database, clock, jobs, store, images, uploads }: Needs): void {
  jobs.daily(forgetImports, {
    async run({ signal }) {
      const timeBefore = (age: number) => new Date(clock.now() - age).toISOString()
      for (const id of await store.old(timeBefore(retentionMs))) {
        while ((await images.forget(id, rowsForgotten)) > 0) signal.throwIfAborted()
        await store.step(id, 'stopped', clock.time())
      }
      await database.transaction(async () => {
        await uploads.forget(timeBefore(retentionMs), await store.uploadsInUse())
        await store.forget(timeBefore(listRetentionMs))
      })
    },
  })
}
