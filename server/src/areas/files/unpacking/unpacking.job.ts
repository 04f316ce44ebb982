import { Failure } from '@vermilion/contract/kernel/errors'
import type { Text } from '@vermilion/contract/kernel/text'
import type { Unpacking } from '@vermilion/contract/files/uploads'
import { readJson, writeJson } from '#platform/database/columns'
import { jobKind } from '#platform/jobs/jobs'
import type { Platform } from '#platform/platform'
import type { Spaces } from '#areas/spaces'
import type { FileService } from '../service.ts'
import type { DiskQuota } from '../uploads/disk-quota.ts'
import { archiveOf, BadArchive, type ArchiveSource } from './archive.ts'
import { skips } from './entry-names.ts'
import { openArchive } from './open-archive.ts'
import type { UnpackingRow, UnpackingStore } from './store.ts'
import { maxUnpackedBytes, unpack, type SkippedEntry, type UnpackedFile, type UnpackPoint } from './unpack.ts'

export const unpackingJob = jobKind<{ id: string }, UnpackPoint>('unpack-archive')

interface Needs extends Pick<Platform, 'database' | 'jobs' | 'blobs'> {
  readonly diskQuota: DiskQuota
  readonly store: UnpackingStore
  readonly results: ReturnType<typeof createUnpackingResults>
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

const maximumSkips = 500

export const spaceDeleted: Text = {
  en: 'the data space was deleted meanwhile',
  zh: '解压期间数据空间被删除',
}

interface ResultNeeds extends Pick<Platform, 'database' | 'clock' | 'events'> {
  readonly spaces: Spaces
  readonly files: FileService
  readonly store: UnpackingStore
}

export function createUnpackingResults({ database, clock, events, spaces, files, store }: ResultNeeds) {
  const spaceExists = (spaceId: string) => spaces.get(spaceId).then(Boolean, () => false)

  async function finish(row: UnpackingRow, state: Unpacking['state'], error: Text | null): Promise<void> {
    await database.transaction(async () => {
      const current = await store.byId(row.id)
      if (current?.state !== 'running') return
      const { spaceId, path, checksum, size } = row
      if (state !== 'success') {
        if (!(await spaceExists(spaceId))) {
          await store.update(row.id, { error: writeJson(spaceDeleted), updatedAt: clock.time() })
          return
        }
        await files.writeAll(spaceId, [{ spaceId, path, conflict: 'keep-both', blob: { checksum, size } }])
      }
      const set = { state, error: error === null ? null : writeJson(error), updatedAt: clock.time() }
      await store.update(row.id, set)
      database.afterCommit(() => events.publish({ type: 'files-changed', spaceId }))
    })
  }

  async function save(
    row: UnpackingRow,
    unpackedFiles: readonly UnpackedFile[],
    folders: readonly string[],
    skipped: readonly SkippedEntry[],
  ) {
    const { spaceId, conflict } = row
    const all = [...skipped]
    await files.makeFolders(spaceId, folders)
    const results = await files.writeAll(
      spaceId,
      unpackedFiles.map((one) => ({ ...one, spaceId, conflict })),
    )
    for (const [index, one] of results.entries()) {
      const path = unpackedFiles[index]?.path ?? ''
      if (one instanceof Failure)
        all.push({ path, reason: (one.values['reason'] as Text | undefined) ?? skips.damaged })
      else if (!one.isWritten) all.push({ path, reason: skips.standing })
    }
    const current = await store.byId(row.id)
    if (current === undefined) return
    const reportedSkips = readJson(current.skips)
    await store.update(row.id, {
      taken: current.taken + results.length - (all.length - skipped.length),
      skipped: current.skipped + all.length,
      ...(reportedSkips.length < maximumSkips && all.length > 0
        ? { skips: writeJson([...reportedSkips, ...all].slice(0, maximumSkips)) }
        : {}),
      updatedAt: clock.time(),
    })
  }

  return { finish, save }
}
