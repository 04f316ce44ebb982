import { Failure } from '@vermilion/contract/kernel/errors'
import type { Text } from '@vermilion/contract/kernel/text'
import { isInPlace, isRemote, type ScanReport, type Space } from '@vermilion/contract/spaces'
import { StoreUnreachable } from '#platform/blobs/blob-store'
import type { JobRun } from '#platform/jobs/handler'
import type { Platform } from '#platform/platform'
import { spaceCreated, spaceRestored, type Spaces } from '#areas/spaces'
import type { IndexingNeeds } from './index-writer.ts'
import { scanJob, type ScanOrder, type ScanPoint, type Scans } from './scans.ts'
import { scanParts } from './scan-parts.ts'
import { Unreachable } from './walk-thread.ts'

/** Milliseconds. */
const saveInterval = 250

const emptyReport: ScanReport = { added: 0, changed: 0, removed: 0, skipped: [], problem: null, emptied: false }
const unreachable: Text = {
  en: 'The folder cannot be reached: it was moved or deleted, its disk is not connected, or the server may not read it. The index is kept',
  zh: '无法访问该文件夹：可能已被移动或删除、磁盘未连接或服务没有读取权限。索引已保留',
}
const emptied: Text = {
  en: 'The folder is empty though it had files: its disk may not be connected. The index is kept until a scan is told that this is right',
  zh: '该文件夹曾有文件，现在为空：磁盘可能未连接。在确认无误并重新扫描之前，索引将保留',
}

const emptiedRemote: Text = {
  en: 'There is no file any more though there were some. The index is kept until a scan is told that this is right',
  zh: '原有文件，现在一个也没有。在确认无误并重新扫描之前，索引将保留',
}

interface Needs extends Omit<IndexingNeeds, 'spaces'>, Pick<Platform, 'jobs' | 'lifecycle'> {
  readonly spaces: Spaces
  readonly scans: Scans
}

export function registerScans(needs: Needs): void {
  const { events, jobs, lifecycle, spaces, scans } = needs
  const endAs = (status: Space['status']) => (order: ScanOrder) => {
    scans.restartPause(order.spaceId)
    return spaces.setStatus(order.spaceId, status)
  }

  jobs.register(scanJob, {
    isWaitedFor: true,
    async run(job) {
      try {
        return await runScan(needs, job)
      } finally {
        scans.restartPause(job.payload.spaceId)
      }
    },
    failed: endAs('failed'),
    stopped: endAs('normal'),
    work: {
      kind: 'scan',
      async describe({ spaceId, owner }) {
        const { name } = await spaces.get(spaceId)
        return { name, owner, leadsTo: { page: 'space', id: spaceId } }
      },
    },
  })

  events.listen(spaceCreated, async ({ space }) => {
    if (isInPlace(space)) await scans.enqueue({ spaceId: space.id, acceptEmpty: false, owner: null })
  })
  events.listen(spaceRestored, async ({ spaceId }) => {
    if (isInPlace(await spaces.get(spaceId))) await scans.enqueue({ spaceId, acceptEmpty: false, owner: null })
  })
  lifecycle.onStart(async () => {
    for (const { id } of await spaces.inPlace()) await scans.enqueue({ spaceId: id, acceptEmpty: false, owner: null })
  })
}

/** The returned function runs in the transaction that ends the scan. */
async function runScan(
  needs: Needs,
  { payload: { spaceId, acceptEmpty }, resumePoint, signal, saveProgress }: JobRun<ScanOrder, ScanPoint>,
): Promise<() => Promise<void>> {
  const { database, clock, spaces } = needs
  const space = await spaces.get(spaceId)
  const previous = resumePoint?.report ?? emptyReport
  const { added, changed, removed } = previous
  const counts = { added, changed, removed }
  const skipped = new Map(previous.skipped.map((one) => [one.reason.en, one]))
  let after = resumePoint?.after
  let done = resumePoint?.done ?? 0
  let savedAt = clock.now()
  const report = (): ScanReport => ({ ...emptyReport, ...counts, skipped: [...skipped.values()] })

  async function save(): Promise<void> {
    savedAt = clock.now()
    const progress = { done, total: Math.max(done, space.fileCount), unit: 'files' }
    await database.transaction(async () => {
      await spaces.setStatus(spaceId, 'processing', progress)
      const point = after === undefined ? {} : { resumePoint: { after, done, report: report() } }
      await saveProgress({ ...progress, ...point })
    })
  }

  await save()
  try {
    for await (const part of scanParts({ ...needs, space, counts, after, signal })) {
      signal.throwIfAborted()
      if (!acceptEmpty && space.fileCount > 0 && part.isEmpty) {
        const problem = isRemote(space) ? emptiedRemote : emptied
        return () => spaces.endScan(spaceId, 'error', { ...emptyReport, problem, emptied: true })
      }
      await part.index()
      for (const { reason, count, example } of part.skipped) {
        const earlier = skipped.get(reason.en) ?? { count: 0, example }
        skipped.set(reason.en, { reason, count: earlier.count + count, example: earlier.example })
      }
      done += part.fileCount
      after = part.after ?? after
      if (clock.now() - savedAt >= saveInterval) await save()
    }
  } catch (error) {
    signal.throwIfAborted()
    const problem = problemOf(error, space)
    if (problem === undefined) throw error
    return () => spaces.endScan(spaceId, 'error', { ...report(), problem })
  }
  return async () => {
    await spaces.endScan(spaceId, 'success', report())
    // What could not be read meanwhile is now.
    if (space.scanReport?.problem) await needs.examination.enqueue()
  }
}

/** Undefined for what is a fault of the product. */
function problemOf(error: unknown, space: Space): Text | undefined {
  const failure = error instanceof Failure ? error : undefined
  if (!isRemote(space))
    return failure?.reason === 'space.path-invalid' || error instanceof Unreachable ? unreachable : undefined
  if (error instanceof StoreUnreachable) return unreachableFor(error.problem)
  return failure?.reason === 'space.path-unusable' ? failure.text : undefined
}

const unreachableFor = ({ en, zh }: Text): Text => ({
  en: `The files cannot be reached: ${en}. The index is kept`,
  zh: `无法访问文件：${zh}。索引已保留`,
})
