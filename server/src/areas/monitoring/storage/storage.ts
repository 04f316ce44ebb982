import type { StorageReport, StorageRow } from '@vermilion/contract/monitoring/storage'
import type { Tasks } from '#areas/tasks'
import { namedOf } from '#platform/blobs/index-check'
import { readJson, writeJson } from '#platform/database/columns'
import { diskSpace } from '#platform/disk-space'
import { jobKind } from '#platform/jobs/jobs'
import type { Platform } from '#platform/platform'
import { createContentCounters } from './content-counters.ts'
import { fullTime, growthOf } from './growth.ts'
import { measureStorage } from './measure.ts'
import { bytesByCategory, bytesOf, joinRows } from './rows.ts'
import { createStorageStore } from './store.ts'

const measuring = jobKind<null>('measure-storage')
const daily = jobKind<null>('measure-storage-daily')
const key = 'data-folder'
const retentionDays = 400
const shownDays = 90

interface StorageNeeds extends Pick<Platform, 'database' | 'clock' | 'events' | 'jobs' | 'blobOwners' | 'paths'> {
  tasks: Pick<Tasks, 'names'>
}

export type Storage = ReturnType<typeof createStorage>

export function createStorage({ database, clock, events, jobs, blobOwners, paths, tasks }: StorageNeeds) {
  const store = createStorageStore(database)
  const contents = createContentCounters(database, blobOwners)
  const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10)
  const back = (days: number) => dayOf(clock.now() - days * 86_400_000)
  const changed = () => events.publish({ type: 'storage-changed' })

  async function keep(measured: readonly StorageRow[], took: number): Promise<void> {
    await contents.forgetEmpty()
    const rows = [...measured, ...(await contents.rows())]
    await store.keep({
      day: dayOf(clock.now()),
      at: clock.time(),
      took: Math.round(took),
      bytes: bytesOf(rows),
      categories: writeJson(bytesByCategory(rows)),
      rows: writeJson([...measured]),
    })
    await store.forget(back(retentionDays))
    changed()
  }

  jobs.register(measuring, {
    async run({ signal, saveProgress }) {
      const startedAt = performance.now()
      const measured = await measureStorage({
        folder: paths.folder,
        named: (checksums) => namedOf(checksums, { database, owners: blobOwners }),
        taskNames: tasks.names,
        signal,
        onProgress: (bytes) => saveProgress({ done: bytes, unit: 'bytes' }),
      })
      return () => keep(measured, performance.now() - startedAt)
    },
  })
  const measure = async () => {
    await jobs.enqueue(measuring, key, null)
    database.afterCommit(changed)
  }
  jobs.daily(daily, { run: measure })

  async function isMeasuring(): Promise<boolean> {
    const report = await jobs.report(measuring, key)
    return report?.state === 'queued' || report?.state === 'running'
  }

  async function report(): Promise<StorageReport> {
    const latest = await store.latest()
    const measured = latest === undefined || latest.rows === null ? null : { ...latest, rows: readJson(latest.rows) }
    const [history, disk] = await Promise.all([store.since(back(shownDays)), diskSpace(paths.folder)])
    const rows = joinRows([...(await contents.rows()), ...(measured?.rows ?? [])])
    const growth = growthOf(history, clock.now())
    return {
      measuredAt: measured?.at ?? null,
      took: measured?.took ?? null,
      bytes: bytesOf(rows),
      rows,
      history: history.map(({ at, categories }) => ({ at, bytes: readJson(categories) })),
      disk,
      growth,
      fullAt: fullTime(disk?.free ?? null, growth, clock.now()),
    }
  }

  return {
    measure,
    read: async () => ({ report: await report(), measuring: await isMeasuring() }),
  }
}
