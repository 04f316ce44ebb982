import type { Text } from '@vermilion/contract/kernel/text'
import type { UploadMetadata } from '@vermilion/contract/files'
import type { Unpacking } from '@vermilion/contract/files/uploads'
import { Failure } from '@vermilion/contract/kernel/errors'
import type { Blob, BlobStore } from '#platform/blobs/blob-store'
import type { BlobOwners } from '#platform/blobs/index-check'
import type { Clock } from '#platform/clock'
import { readJson, writeJson } from '#platform/database/columns'
import type { Database } from '#platform/database/database'
import type { Events } from '#platform/events/events'
import { newId } from '#platform/ids'
import { jobKind } from '#platform/jobs/jobs'
import type { Jobs } from '#platform/jobs/jobs'
import { spacePurged, spaceRestored } from '#areas/spaces'
import type { Spaces } from '#areas/spaces'
import type { Files } from '../service.ts'
import type { DiskQuota } from '../uploads/disk-quota.ts'
import { archiveOf, BadArchive } from './archive.ts'
import type { ArchiveSource } from './archive.ts'
import { skips } from './entry-names.ts'
import { openArchive } from './open-archive.ts'
import { createUnpackingStore } from './store.ts'
import type { UnpackingRow } from './store.ts'
import { maximumUnpackedSize, unpack } from './unpack.ts'
import type { UnpackedFile, SkippedEntry, UnpackPoint } from './unpack.ts'

const unpackingJob = jobKind<{ id: string }, UnpackPoint>('unpack-archive')
/** Skipped entries that are told of one by one. */
const maximumSkips = 500
/** Milliseconds that an ended one is told of. */
const retention = 7 * 24 * 3_600_000

const spaceDeleted: Text = {
  en: 'the data space was deleted meanwhile',
  zh: '解压期间数据空间被删除',
}

interface Needs {
  readonly database: Database
  readonly clock: Clock
  readonly events: Events
  readonly jobs: Jobs
  readonly blobs: BlobStore
  readonly blobOwners: BlobOwners
  readonly spaces: Spaces
  readonly files: Files
  readonly diskQuota: DiskQuota
}

interface NewUnpacking extends Pick<UploadMetadata, 'spaceId' | 'path' | 'conflict'> {
  readonly blob: Blob
  readonly owner: string | null
}

export type Unpackings = ReturnType<typeof createUnpackings>

/**
 * Archives that become files. The archive is content without a file meanwhile, held by its row; what is taken of it and
 * the point to go on from commit together, so that after a crash nothing is there twice. One that cannot be unpacked
 * is kept as the file it is; where its space is deleted meanwhile, its row holds it until that comes back or is gone.
 */
export function createUnpackings(needs: Needs) {
  const { database, clock, events, jobs, blobs, blobOwners, spaces, files, diskQuota } = needs
  const store = createUnpackingStore(database)
  blobOwners.add({ named: store.listReferenced, all: store.all })

  const spaceExists = (spaceId: string) => spaces.get(spaceId).then(Boolean, () => false)

  async function end(row: UnpackingRow, state: Unpacking['state'], error: Text | null): Promise<void> {
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

  /** Rows of what was found, in the transaction that remembers where to go on. */
  async function take(
    row: UnpackingRow,
    unpackedFiles: readonly UnpackedFile[],
    folders: readonly string[],
    skipped: readonly SkippedEntry[],
  ) {
    const { spaceId, conflict } = row
    const all = [...skipped]
    await files.makeFolders(spaceId, folders)
    const became = await files.writeAll(
      spaceId,
      unpackedFiles.map((one) => ({ ...one, spaceId, conflict })),
    )
    for (const [index, one] of became.entries()) {
      const path = unpackedFiles[index]?.path ?? ''
      if (one instanceof Failure)
        all.push({ path, reason: (one.values['reason'] as Text | undefined) ?? skips.damaged })
      else if (!one.isWritten) all.push({ path, reason: skips.standing })
    }
    const current = await store.byId(row.id)
    if (current === undefined) return
    const reportedSkips = readJson(current.skips)
    await store.update(row.id, {
      taken: current.taken + became.length - (all.length - skipped.length),
      skipped: current.skipped + all.length,
      ...(reportedSkips.length < maximumSkips && all.length > 0
        ? { skips: writeJson([...reportedSkips, ...all].slice(0, maximumSkips)) }
        : {}),
      updatedAt: clock.time(),
    })
  }

  events.listen(spaceRestored, async ({ spaceId }) => {
    for (const row of await store.held(spaceId)) await end(row, 'failed', spaceDeleted)
  })
  events.listen(spacePurged, async ({ spaceId }) => void (await store.removeOf(spaceId)))

  const byPayload = async ({ id }: { id: string }) => store.byId(id)

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
      if (row !== undefined) await end(row, 'stopped', null)
    },
    async failed(payload, error) {
      const row = await byPayload(payload)
      if (row !== undefined) await end(row, 'failed', { en: error, zh: error })
    },
    async run({ payload, resumePoint, signal, saveProgress }) {
      const row = await byPayload(payload)
      const kind = row === undefined ? undefined : archiveOf(row.path)
      if (row === undefined || kind === undefined || row.state !== 'running') return
      const { checksum, size } = row
      try {
        const source: ArchiveSource = { size, open: (range) => blobs.open(checksum, range) }
        // What stands between the files of a tar is bytes too, though never more than they are.
        const archive = await openArchive(kind.kind, source, 2 * maximumUnpackedSize(size))
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
                await take(row, unpackedFiles, folders, skipped)
                const total = archive.count
                const progress = { done: next.entries, unit: 'files', resumePoint: next }
                await saveProgress(total === undefined ? progress : { ...progress, total })
              }),
          })
        } finally {
          signal.removeEventListener('abort', close)
          close()
        }
        await end(row, 'success', null)
      } catch (error) {
        signal.throwIfAborted()
        if (!(error instanceof BadArchive)) throw error
        await end(row, 'failed', error.reason)
      }
    },
  })

  return {
    /** Called in the transaction that ends the upload. */
    async begin({ spaceId, path, conflict, blob, owner }: NewUnpacking): Promise<void> {
      const now = clock.time()
      const id = newId()
      const { checksum, size } = blob
      const reportedSkips = { taken: 0, skipped: 0, skips: writeJson<Unpacking['skips']>([]), error: null }
      const row = { id, spaceId, path, conflict, checksum, size, owner, state: 'running', ...reportedSkips } as const
      await store.forget(new Date(clock.now() - retention).toISOString())
      await store.add({ ...row, createdAt: now, updatedAt: now })
      await jobs.enqueue(unpackingJob, id, { id })
    },

    /** Of a space in the last days, the latest first. */
    async list(spaceId: string): Promise<Unpacking[]> {
      await spaces.get(spaceId)
      const rows = await store.ofSpace(spaceId, new Date(clock.now() - retention).toISOString())
      return rows.map(({ id, path, state, taken, skipped, skips: reportedSkips, error, createdAt, updatedAt }) => ({
        id,
        path,
        state,
        taken,
        skipped,
        skips: readJson(reportedSkips),
        error: error === null ? null : readJson(error),
        createdAt,
        updatedAt,
      }))
    },
  }
}
