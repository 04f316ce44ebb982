import type { CollectionRun } from '@vermilion/contract/devices/collections'
import { Failure } from '@vermilion/contract/kernel/errors'
import type { Text } from '@vermilion/contract/kernel/text'
import { readJson, writeJson } from '#platform/database/columns'
import { jobKind } from '#platform/jobs/jobs'
import type { Platform } from '#platform/platform'
import type { Files } from '#areas/files'
import type { Spaces } from '#areas/spaces'
import { CommandFailed } from '../connection/connection.ts'
import { isAway } from '../files/failures.ts'
import { SftpRefused } from '../files/sftp/sftp.ts'
import type { KeepDeviceRecord } from '../records/records.ts'
import { type CollectedBatch, collectedRow, type createCollector, problemText } from './collector.ts'
import type { CollectionRow, CollectionRunRow, CollectionStore } from './store.ts'

export const collectionJob = jobKind<{ runId: string }>('collect-device-files')

const maxProblems = 100
const offline: Text = { en: 'the device is offline: it goes on when it is back', zh: '设备离线，恢复连接后继续采集' }

interface Needs extends Pick<Platform, 'database' | 'clock' | 'events' | 'jobs'> {
  readonly spaces: Spaces
  readonly files: Files
  readonly store: CollectionStore
  readonly collect: ReturnType<typeof createCollector>
  readonly nameOf: (deviceId: string) => Promise<string>
  readonly keepRecord: KeepDeviceRecord
}

class Withdrawn extends Error {}

/** Stored files, collected paths and counters commit together. */
// oxlint-disable-next-line max-lines-per-function -- a maker, whose functions share the state that it holds
export function registerCollecting(needs: Needs) {
  const { database, clock, events, jobs, spaces, files, store, collect, nameOf, keepRecord } = needs

  async function find(runId: string): Promise<{ run: CollectionRunRow; collection: CollectionRow } | undefined> {
    const run = await store.run(runId)
    const collection = run === undefined ? undefined : await store.byId(run.collectionId)
    return run === undefined || collection === undefined ? undefined : { run, collection }
  }
  async function require(runId: string) {
    const both = await find(runId)
    if (both === undefined) throw new Withdrawn('it was deleted')
    return both
  }

  async function setState(runId: string, state: CollectionRun['state'], error: Text | null): Promise<void> {
    const both = await find(runId)
    if (both === undefined) return
    const { run, collection } = both
    const hasEnded = state !== 'running' && state !== 'waiting'
    const now = clock.time()
    await store.updateRun(runId, {
      state,
      error: error === null ? null : writeJson(error),
      updatedAt: now,
      endedAt: hasEnded ? now : null,
    })
    if (hasEnded) {
      const reason = error === null ? '' : `: ${error.en}`
      const counts = `${run.collected} files, ${run.bytes} bytes`
      const detail = `${collection.folder}/${collection.pattern}: ${state}, ${counts}${reason}`
      await keepRecord(collection.deviceId, 'files-collected', { account: run.account, detail })
      if (run.removed > 0) events.publish({ type: 'device-files-changed', deviceId: collection.deviceId })
    }
    events.publish({ type: 'device-collections-changed', deviceId: collection.deviceId })
  }

  async function save(runId: string, batch: CollectedBatch) {
    const { matched, stored, present, problems } = batch
    return database.transaction(async () => {
      const { run, collection } = await require(runId)
      const writes = stored.map(({ target, blob }) => ({
        spaceId: collection.spaceId,
        path: target,
        conflict: 'keep-both' as const,
        blob,
      }))
      const results = writes.length === 0 ? [] : await files.writeAll(collection.spaceId, writes)
      const refused = stored.flatMap((file, index) => {
        const result = results[index]
        return result instanceof Failure ? [{ path: file.source, reason: problemText(file.source, result) }] : []
      })
      const safe = stored.filter((_, index) => !(results[index] instanceof Failure))
      await store.addCollected([...safe, ...present].map((file) => collectedRow(collection.id, file)))
      const all = [...problems, ...refused]
      await store.updateRun(runId, {
        matched: run.matched + matched,
        collected: run.collected + safe.length,
        present: run.present + present.length,
        bytes: run.bytes + safe.reduce((sum, { blob }) => sum + blob.size, 0),
        failed: run.failed + all.length,
        problems: writeJson([...readJson(run.problems), ...all].slice(0, maxProblems)),
        updatedAt: clock.time(),
      })
      events.publish({ type: 'device-collections-changed', deviceId: collection.deviceId })
      return [...safe, ...present]
    })
  }

  jobs.register(collectionJob, {
    concurrency: 8,
    work: {
      kind: 'device-collection',
      async describe({ runId }) {
        const both = await find(runId)
        if (both === undefined) return undefined
        const { deviceId, folder, pattern } = both.collection
        const name = `${await nameOf(deviceId)}: ${folder}/${pattern}`
        return { name, owner: both.run.account, leadsTo: { page: 'device', id: deviceId } }
      },
    },
    stopped: ({ runId }) => setState(runId, 'stopped', null),
    failed: ({ runId }, error) => setState(runId, 'failed', { en: error, zh: error }),
    async run({ payload: { runId }, signal, saveProgress }) {
      const both = await find(runId)
      if (both === undefined || both.run.endedAt !== null) return undefined
      const { collection } = both
      await database.transaction(async () => {
        // A repeated attempt counts files of the earlier one as present.
        await store.updateRun(runId, {
          matched: 0,
          present: 0,
          failed: 0,
          problems: writeJson<CollectionRun['problems']>([]),
        })
        await setState(runId, 'running', null)
      })
      let done = 0
      try {
        await spaces.get(collection.spaceId)
        await collect(collection, {
          signal,
          async save(batch) {
            const safe = await save(runId, batch)
            done += batch.matched
            await saveProgress({ done, unit: 'files' })
            return safe
          },
          async onRemoved(count) {
            const { run } = await require(runId)
            await store.updateRun(runId, { removed: run.removed + count })
          },
        })
      } catch (error) {
        if (error instanceof Withdrawn) return undefined
        if (signal.aborted) throw error
        if (isAway(error) || (error instanceof CommandFailed && error.reason === 'connection-lost'))
          return () => setState(runId, 'waiting', offline)
        if (error instanceof Failure || error instanceof SftpRefused)
          return () => setState(runId, 'failed', problemText(collection.folder, error))
        throw error
      }
      return () => setState(runId, 'success', null)
    },
  })

  return { setState }
}
