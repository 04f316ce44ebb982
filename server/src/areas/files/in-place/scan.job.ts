import { fail, Failure } from '@vermilion/contract/kernel/errors'
import type { Text } from '@vermilion/contract/kernel/text'
import { isInPlace } from '@vermilion/contract/spaces'
import type { ScanReport, Space } from '@vermilion/contract/spaces'
import { jobKind } from '#platform/jobs/jobs'
import type { Jobs } from '#platform/jobs/jobs'
import type { Lifecycle } from '#platform/lifecycle'
import { spaceCreated, spaceRestored } from '#areas/spaces'
import type { Spaces } from '#areas/spaces'
import { createIndexing } from './indexing.ts'
import type { IndexingNeeds } from './indexing.ts'
import { createSkippedCounts } from './skipped.ts'
import type { WalkEntry } from './walk.ts'
import { Unreachable, walkInThread } from './walk-thread.ts'

interface ScanOrder {
  readonly spaceId: string
  readonly acceptEmpty: boolean
  /** Username of who asked for it. */
  readonly owner: string | null
}

/** How far a scan is: everything up to a folder is in line, and this was found on the way. */
interface ScanPoint {
  readonly after: string
  readonly done: number
  readonly report: ScanReport
}

const scan = jobKind<ScanOrder, ScanPoint>('scan-space')

/** Milliseconds between two times that the progress is written down. */
const saveInterval = 250
/** Milliseconds before what was noticed by chance leads to another scan of the same space. */
const rescanInterval = 30_000

const emptyReport: ScanReport = { added: 0, changed: 0, removed: 0, skipped: [], problem: null, emptied: false }
const unreachable: Text = {
  en: 'The folder cannot be reached: it was moved or deleted, its disk is not connected, or the server may not read it. The index is kept',
  zh: '无法访问该文件夹：可能已被移动或删除、磁盘未连接或服务没有读取权限。索引已保留',
}
const emptied: Text = {
  en: 'The folder is empty though it had files: its disk may not be connected. The index is kept until a scan is told that this is right',
  zh: '该文件夹曾有文件，现在为空：磁盘可能未连接。在确认无误并重新扫描之前，索引将保留',
}

export interface ScanNeeds extends Omit<IndexingNeeds, 'spaces'> {
  readonly jobs: Jobs
  readonly lifecycle: Lifecycle
  readonly spaces: Spaces
}

export type Scans = ReturnType<typeof createScans>

/** Keeps the index of spaces in place in line with their folders: when they are made, at the start, and when asked. */
export function createScans(needs: ScanNeeds) {
  const { database, clock, events, jobs, lifecycle, spaces } = needs
  const rescannedAt = new Map<string, number>()

  /** In one transaction with what led to it. A wish to accept an empty folder is not lost in a scan without it. */
  function enqueueScan(order: ScanOrder): Promise<void> {
    const { spaceId, acceptEmpty } = order
    return database.transaction(async () => {
      await jobs.enqueue(scan, acceptEmpty ? `${spaceId} accept-empty` : spaceId, order)
      await spaces.setStatus(spaceId, 'processing')
    })
  }

  /** From the end of what noticing led to, however long it took, the time until the next one counts. */
  function restartPause(spaceId: string): void {
    if (rescannedAt.has(spaceId)) rescannedAt.set(spaceId, clock.now())
  }

  jobs.register(scan, {
    async run({ payload, resumePoint, signal, saveProgress }) {
      const { spaceId, acceptEmpty } = payload
      const space = await spaces.get(spaceId)
      const previous = resumePoint?.report ?? emptyReport
      const indexing = createIndexing(needs, spaceId)
      const skipped = createSkippedCounts(previous.skipped)
      let after = resumePoint?.after
      let done = resumePoint?.done ?? 0
      let savedAt = clock.now()
      const report = (): ScanReport => ({
        added: previous.added + indexing.counts.added,
        changed: previous.changed + indexing.counts.changed,
        removed: previous.removed + indexing.counts.removed,
        skipped: skipped.all(),
        problem: null,
        emptied: false,
      })

      async function save(): Promise<void> {
        savedAt = clock.now()
        const progress = { done, total: Math.max(done, space.fileCount), unit: 'files' }
        await database.transaction(async () => {
          await spaces.setStatus(spaceId, 'processing', progress)
          await saveProgress({
            ...progress,
            ...(after === undefined ? {} : { resumePoint: { after, done, report: report() } }),
          })
        })
      }

      await save()
      try {
        await spaces.resolveFolder(space.path)
        for await (const entries of walkInThread(space.path, { after, signal })) {
          signal.throwIfAborted()
          if (!acceptEmpty && space.fileCount > 0 && isEmptyRoot(entries)) {
            return () => spaces.endScan(spaceId, 'error', { ...emptyReport, problem: emptied, emptied: true })
          }
          await indexing.index(entries)
          skipped.add(entries)
          done += entries.filter(({ kind }) => kind === 'file').length
          after = entries.findLast(({ kind }) => kind === 'folder')?.path ?? after
          if (clock.now() - savedAt >= saveInterval) await save()
        }
      } catch (error) {
        const isUnreachable =
          error instanceof Unreachable || (error instanceof Failure && error.reason === 'space.path-invalid')
        if (!isUnreachable) throw error
        return () => spaces.endScan(spaceId, 'error', { ...report(), problem: unreachable })
      } finally {
        restartPause(spaceId)
      }
      return () => spaces.endScan(spaceId, 'success', report())
    },
    failed({ spaceId }) {
      restartPause(spaceId)
      return spaces.setStatus(spaceId, 'failed')
    },
    stopped({ spaceId }) {
      restartPause(spaceId)
      return spaces.setStatus(spaceId, 'normal')
    },
    work: {
      kind: 'scan',
      async describe({ spaceId, owner }) {
        const { name } = await spaces.get(spaceId)
        return { name, owner, leadsTo: { page: 'space', id: spaceId } }
      },
    },
  })

  events.listen(spaceCreated, async ({ space }) => {
    if (isInPlace(space)) await enqueueScan({ spaceId: space.id, acceptEmpty: false, owner: null })
  })
  events.listen(spaceRestored, async ({ spaceId }) => {
    if (isInPlace(await spaces.get(spaceId))) await enqueueScan({ spaceId, acceptEmpty: false, owner: null })
  })
  lifecycle.onStart(async () => {
    for (const { id } of await spaces.inPlace()) await enqueueScan({ spaceId: id, acceptEmpty: false, owner: null })
  })

  return {
    /** Looks through a space's folder again. Fails as `space.not-found` or `space.managed`. */
    start(spaceId: string, { acceptEmpty, owner }: Omit<ScanOrder, 'spaceId'>): Promise<Space> {
      return database.transaction(async () => {
        const space = await spaces.get(spaceId)
        if (!isInPlace(space)) throw fail('space.managed', { name: space.name })
        await enqueueScan({ spaceId, acceptEmpty, owner })
        return spaces.get(spaceId)
      })
    },

    /** A file was found to be other than the index says: the space is looked through soon. */
    async rescanSoon(spaceId: string): Promise<void> {
      const last = rescannedAt.get(spaceId)
      if (last !== undefined && clock.now() - last < rescanInterval) return
      rescannedAt.set(spaceId, Number.POSITIVE_INFINITY)
      try {
        await enqueueScan({ spaceId, acceptEmpty: false, owner: null })
      } catch (error) {
        rescannedAt.delete(spaceId)
        throw error
      }
    },
  }
}

/** Told of the space's own folder when nothing at all lies in it. */
function isEmptyRoot([first]: readonly WalkEntry[]): boolean {
  return first?.kind === 'folder' && first.path === '' && first.files === 0 && first.folders.length === 0
}
