import type { UploadReport } from '@vermilion/contract/files'
import { fail } from '@vermilion/contract/kernel/errors'
import type { Work, WorkStatus } from '@vermilion/contract/kernel/work'
import type { WorkSource } from '#platform/work/work'
import type { Platform } from '#platform/platform'
import type { Spaces } from '#areas/spaces'
import { createBatchStore, type BatchRow } from './batch-store.ts'

interface Needs extends Pick<Platform, 'database' | 'clock' | 'work'> {
  readonly spaces: Spaces
}

const workName = 'upload'

/** Milliseconds without a report after which the uploading page counts as closed. */
const silenceTimeout = 60_000

export type UploadBatches = ReturnType<typeof createUploadBatches>

/** Reported by their page, so that every tab shows them, and a reload shows the rest. */
export function createUploadBatches({ database, clock, spaces, work }: Needs) {
  const store = createBatchStore(database)
  const asWork = (row: BatchRow) => toWork(row, clock.now())

  async function report(id: string, update: UploadReport, owner: string): Promise<Work> {
    const existing = await store.find(id)
    if (existing !== undefined && existing.owner !== owner) throw fail('work.not-found')
    if (existing?.state === 'stopped' || existing?.state === 'ended') return withRegistryId(asWork(existing))
    const now = clock.time()
    const { spaceId, ...progress } = update
    const reported = { ...progress, updatedAt: now, endedAt: update.state === 'ended' ? now : null }
    if (existing === undefined) {
      const space = await spaces.get(spaceId)
      await forgetOlder(owner, spaceId)
      const row: BatchRow = { ...reported, id, owner, spaceId, spaceName: space.name, startedAt: now }
      await store.add(row)
    } else await store.update(id, reported)
    work.changed(workName, id)
    const row = await store.find(id)
    if (row === undefined) throw fail('work.not-found')
    return withRegistryId(asWork(row))
  }

  /** A new batch to the same space continues the interrupted ones; long ended ones are useless. */
  async function forgetOlder(owner: string, spaceId: string): Promise<void> {
    const threshold = new Date(clock.now() - 7 * 24 * 3_600_000).toISOString()
    await store.removeBefore(threshold)
    const silentSince = new Date(clock.now() - silenceTimeout).toISOString()
    for (const { id } of await store.interrupted(owner, spaceId, silentSince)) {
      await store.remove(id)
      work.changed(workName, id)
    }
  }

  const source: WorkSource = {
    name: workName,
    async list({ owner, since }) {
      return (await store.recent(owner, since)).map(asWork)
    },
    async find(id) {
      const row = await store.find(id)
      return row && asWork(row)
    },
    async stop(id) {
      const now = clock.time()
      const stop = { state: 'stopped', updatedAt: now, endedAt: now } as const
      await store.updateUnlessEnded(id, stop)
      work.changed(workName, id)
    },
  }
  work.add(source)

  return { report }
}

function withRegistryId(work: Work): Work {
  return { ...work, id: `${workName}.${work.id}` }
}

function toWork(row: BatchRow, now: number): Work {
  const { id, owner, spaceId, spaceName, bytes, doneBytes, failedFiles, startedAt, updatedAt, endedAt } = row
  const status = statusOf(row, now)
  return {
    id,
    kind: 'upload',
    name: spaceName,
    status,
    reason: failedFiles > 0 ? { en: `Files that failed: ${failedFiles}`, zh: `${failedFiles} 个文件失败` } : null,
    progress: { done: doneBytes, total: bytes, unit: 'bytes' },
    owner,
    leadsTo: { page: 'space', id: spaceId },
    stoppable: endedAt === null,
    startedAt,
    updatedAt,
    endedAt,
  }
}

function statusOf({ state, failedFiles, updatedAt }: BatchRow, now: number): WorkStatus {
  if (state === 'ended') return failedFiles > 0 ? 'failed' : 'success'
  if (state !== 'sending') return state
  return now - Date.parse(updatedAt) > silenceTimeout ? 'interrupted' : 'running'
}
