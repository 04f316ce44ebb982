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
import { createSkipped } from './skipped.ts'
import type { Found } from './walk.ts'
import { Unreachable, walkApart } from './walk-thread.ts'

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
const savedEvery = 250
/** Milliseconds before what was noticed by chance leads to another scan of the same space. */
const noticedEvery = 30_000

const none: ScanReport = { added: 0, changed: 0, removed: 0, skipped: [], problem: null, emptied: false }
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
  const noticedAt = new Map<string, number>()

  /** In one transaction with what led to it. A wish to accept an empty folder is not lost in a scan without it. */
  function begin(order: ScanOrder): Promise<void> {
    const { spaceId, acceptEmpty } = order
    return database.transaction(async () => {
      await jobs.enqueue(scan, acceptEmpty ? `${spaceId} accept-empty` : spaceId, order)
      await spaces.setStatus(spaceId, 'processing')
    })
  }

  /** From the end of what noticing led to, however long it took, the time until the next one counts. */
  function ended(spaceId: string): void {
    if (noticedAt.has(spaceId)) noticedAt.set(spaceId, clock.now())
  }

  jobs.register(scan, {
    async run({ payload, resumePoint, signal, saveProgress }) {
      const { spaceId, acceptEmpty } = payload
      const space = await spaces.get(spaceId)
      const before = resumePoint?.report ?? none
      const indexing = createIndexing(needs, spaceId)
      const skipped = createSkipped(before.skipped)
      let after = resumePoint?.after
      let done = resumePoint?.done ?? 0
      let savedAt = clock.now()
      const report = (): ScanReport => ({
        added: before.added + indexing.counts.added,
        changed: before.changed + indexing.counts.changed,
        removed: before.removed + indexing.counts.removed,
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
        for await (const found of walkApart(space.path, { after, signal })) {
          signal.throwIfAborted()
          if (!acceptEmpty && space.fileCount > 0 && isEmptyRoot(found)) {
            return () => spaces.endScan(spaceId, 'error', { ...none, problem: emptied, emptied: true })
          }
          await indexing.take(found)
          skipped.add(found)
          done += found.filter(({ kind }) => kind === 'file').length
          after = found.findLast(({ kind }) => kind === 'folder')?.path ?? after
          if (clock.now() - savedAt >= savedEvery) await save()
        }
      } catch (error) {
        const isGone =
          error instanceof Unreachable || (error instanceof Failure && error.reason === 'space.path-invalid')
        if (!isGone) throw error
        return () => spaces.endScan(spaceId, 'error', { ...report(), problem: unreachable })
      } finally {
        ended(spaceId)
      }
      return () => spaces.endScan(spaceId, 'success', report())
    },
    failed({ spaceId }) {
      ended(spaceId)
      return spaces.setStatus(spaceId, 'failed')
    },
    stopped({ spaceId }) {
      ended(spaceId)
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
    if (isInPlace(space)) await begin({ spaceId: space.id, acceptEmpty: false, owner: null })
  })
  events.listen(spaceRestored, async ({ spaceId }) => {
    if (isInPlace(await spaces.get(spaceId))) await begin({ spaceId, acceptEmpty: false, owner: null })
  })
  lifecycle.onStart(async () => {
    for (const { id } of await spaces.inPlace()) await begin({ spaceId: id, acceptEmpty: false, owner: null })
  })

  return {
    /** Looks through a space's folder again. Fails as `space.not-found` or `space.managed`. */
    start(spaceId: string, { acceptEmpty, owner }: Omit<ScanOrder, 'spaceId'>): Promise<Space> {
      return database.transaction(async () => {
        const space = await spaces.get(spaceId)
        if (!isInPlace(space)) throw fail('space.managed', { name: space.name })
        await begin({ spaceId, acceptEmpty, owner })
        return spaces.get(spaceId)
      })
    },

    /** A file was found to be other than the index says: the space is looked through soon. */
    async noticed(spaceId: string): Promise<void> {
      const last = noticedAt.get(spaceId)
      if (last !== undefined && clock.now() - last < noticedEvery) return
      noticedAt.set(spaceId, Number.POSITIVE_INFINITY)
      try {
        await begin({ spaceId, acceptEmpty: false, owner: null })
      } catch (error) {
        noticedAt.delete(spaceId)
        throw error
      }
    },
  }
}

/** Told of the space's own folder when nothing at all lies in it. */
function isEmptyRoot([first]: readonly Found[]): boolean {
  return first?.kind === 'folder' && first.path === '' && first.files === 0 && first.folders.length === 0
}
