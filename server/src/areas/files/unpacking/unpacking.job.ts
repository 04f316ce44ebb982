import type { ArchiveSource } from './archive.ts'
import { jobKind } from '#platform/jobs/jobs'
import type { Platform } from '#platform/platform'
import type { DiskQuota } from '../uploads/disk-quota.ts'
import { archiveOf, BadArchive } from './archive.ts'
import { openArchive } from './open-archive.ts'
import type { UnpackingStore } from './store.ts'
import { maxUnpackedBytes, unpack } from './unpack.ts'
import type { UnpackPoint } from './unpack.ts'
import type { UnpackingResults } from './unpacking-results.ts'

export const unpackingJob = jobKind<{ id: string }, UnpackPoint>('unpack-archive')

interface Needs extends Pick<Platform, 'database' | 'jobs' | 'blobs'> {
  readonly diskQuota: DiskQuota
  readonly store: UnpackingStore
  readonly results: UnpackingResults
}

/** Stored files and the resume point commit together. */
export function registerUnpacking({ database, jobs, blobs, diskQuota, store, results }: Needs): void {
  const byPayload = ({ id }: { id: string }) => store.byId(id)

  jobs.register(unpackingJob, {
    concurrency: 2,
    work: {
      kind: 'unpacking',
      async describe(payload) {
        const row = await byPayload(payload)
        if (row === undefined) return undefined
        return { name: row.path, owner: row.owner, leadsTo: { page: 'space', id: row.spaceId } }
      },
    },
    async stopped(payload) {
      const row = await byPayload(payload)
      if (row !== undefined) await results.finish(row, 'stopped', null)
    },
    async failed(payload, error) {
      const row = await byPayload(payload)
      if (row !== undefined) await results.finish(row, 'failed', { en: error, zh: error })
    },
    async run({ payload, resumePoint, signal, saveProgress }) {
      const row = await byPayload(payload)
      const kind = row === undefined ? undefined : archiveOf(row.path)
      if (row === undefined || kind === undefined || row.state !== 'running') return
      const { checksum, size } = row
      try {
        const source: ArchiveSource = { size, open: (range) => blobs.open(checksum, range) }
        // Padding between the files of a tar counts too, but is never more than the files.
        const archive = await openArchive(kind.kind, source, 2 * maxUnpackedBytes(size))
        const close = () => archive.close()
        signal.addEventListener('abort', close, { once: true })
        try {
          await unpack({
            archive,
            folder: kind.folder,
            size,
            freeSpace: await diskQuota.freeSpace(),
            blobs,
            from: resumePoint ?? { entries: 0, bytes: 0 },
            signal,
            take: (unpackedFiles, folders, skipped, next) =>
              database.transaction(async () => {
                await results.save(row, unpackedFiles, folders, skipped)
                const total = archive.count
                const progress = { done: next.entries, unit: 'files', resumePoint: next }
                await saveProgress(total === undefined ? progress : { ...progress, total })
              }),
          })
        } finally {
          signal.removeEventListener('abort', close)
          close()
        }
        await results.finish(row, 'success', null)
      } catch (error) {
        signal.throwIfAborted()
        if (!(error instanceof BadArchive)) throw error
        await results.finish(row, 'failed', error.reason)
      }
    },
  })
}
