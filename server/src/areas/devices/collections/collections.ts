import type {
  CollectionRun,
  CollectionSchedule,
  collectionCreate,
  collectionUpdate,
  DeviceCollection,
} from '@vermilion/contract/devices/collections'
import { fail } from '@vermilion/contract/kernel/errors'
import { normalizePath, pathProblem } from '@vermilion/contract/paths'
import type { z } from 'zod'
import { flag, readJson, writeJson } from '#platform/database/columns'
import { newId } from '#platform/ids'
import { jobWorkName } from '#platform/jobs/work'
import type { Platform } from '#platform/platform'
import type { WorkRegistry } from '#platform/work/work'
import type { Files } from '#areas/files'
import { refuseInPlace, type Spaces } from '#areas/spaces'
import type { DeviceConnections } from '../connection/connections.ts'
import { checkPath } from '../files/paths.ts'
import type { SftpSessions } from '../files/sessions.ts'
import { deviceDeleted } from '../records/device-deleted.ts'
import type { KeepDeviceRecord } from '../records/records.ts'
import { collectionJob, registerCollecting } from './collection.job.ts'
import { createCollector } from './collector.ts'
import { type CollectionRow, createCollectionStore, toRun } from './store.ts'

/** In milliseconds. */
const interval = 5_000

interface Needs extends Pick<
  Platform,
  'database' | 'clock' | 'events' | 'jobs' | 'lifecycle' | 'log' | 'blobs' | 'paths'
> {
  readonly work: Pick<WorkRegistry, 'stop'>
  readonly spaces: Spaces
  readonly files: Files
  readonly connections: DeviceConnections
  readonly sessions: SftpSessions
  readonly keepRecord: KeepDeviceRecord
  readonly nameOf: (deviceId: string) => Promise<string>
}

export type DeviceCollections = ReturnType<typeof createDeviceCollections>

// oxlint-disable-next-line max-lines-per-function -- a maker, whose functions share the state that it holds
export function createDeviceCollections(needs: Needs) {
  const { database, clock, events, jobs, lifecycle, log, work, blobs, paths, spaces, files } = needs
  const { connections, sessions, keepRecord, nameOf } = needs
  const store = createCollectionStore(database)
  const collect = createCollector({ sessions, connections, blobs, files, store, dataFolder: paths.folder })
  const runs = registerCollecting({
    database,
    clock,
    events,
    jobs,
    spaces,
    files,
    store,
    collect,
    nameOf,
    keepRecord,
  })

  async function find(deviceId: string, id: string): Promise<CollectionRow> {
    const row = await store.byId(id)
    if (row === undefined || row.deviceId !== deviceId) throw fail('device-collection.not-found')
    return row
  }
  const activeRun = async (id: string) => (await store.runs(id, 1)).find(({ endedAt }) => endedAt === null)

  async function toCollection(row: CollectionRow): Promise<DeviceCollection> {
    const [last] = await store.runs(row.id, 1)
    const space = await spaces.get(row.spaceId).catch(() => undefined)
    return {
      ...row,
      spaceName: space?.name ?? '',
      schedule: readJson(row.schedule),
      removeAfter: row.removeAfter === 1,
      isPaused: row.isPaused === 1,
      lastRun: last === undefined ? null : toRun(last),
    }
  }

  async function checkTarget(spaceId: string, folder: string): Promise<void> {
    refuseInPlace(await spaces.get(spaceId))
    const reason = folder === '' ? undefined : pathProblem(folder)
    if (reason !== undefined) throw fail('file.path-invalid', { path: folder, reason })
  }

  /** Call inside a transaction. */
  async function begin(collection: CollectionRow, account: string | null): Promise<CollectionRun> {
    if ((await activeRun(collection.id)) !== undefined) throw fail('device-collection.running')
    const now = clock.time()
    const id = newId()
    const counts = { matched: 0, collected: 0, present: 0, bytes: 0, removed: 0, failed: 0 }
    const outcome = {
      state: 'running',
      ...counts,
      problems: writeJson<CollectionRun['problems']>([]),
      error: null,
    } as const
    const stored = {
      id,
      collectionId: collection.id,
      account,
      ...outcome,
      startedAt: now,
      updatedAt: now,
      endedAt: null,
    }
    await store.addRun(stored)
    await jobs.enqueue(collectionJob, id, { runId: id })
    events.publish({ type: 'device-collections-changed', deviceId: collection.deviceId })
    return toRun(stored)
  }

  async function stopRun(id: string, account: string): Promise<void> {
    const run = await activeRun(id)
    if (run === undefined) return
    const job = await jobs.report(collectionJob, run.id)
    if (job !== undefined && (job.state === 'queued' || job.state === 'running'))
      await work.stop(`${jobWorkName}.${job.id}`, account).catch(() => undefined)
    const now = await store.run(run.id)
    if (now?.endedAt === null) await database.transaction(() => runs.setState(run.id, 'stopped', null))
  }

  async function checkDue(): Promise<void> {
    for (const row of await store.due(clock.time())) {
      await database.transaction(async () => {
        await store.update(row.id, { nextRunAt: nextRun(readJson(row.schedule), clock.now()) })
        if ((await activeRun(row.id)) === undefined) await begin(row, null)
      })
    }
    for (const { id, deviceId } of await store.waitingRuns())
      if (connections.current(deviceId)?.isOpen() === true) await jobs.enqueue(collectionJob, id, { runId: id })
  }
  let timer: NodeJS.Timeout | undefined
  let checking: Promise<void> | undefined
  const checkSoon = () => {
    checking ??= checkDue()
      .catch((error: unknown) => log.error({ err: error }, 'what is due to be collected could not be begun'))
      .finally(() => {
        checking = undefined
      })
  }
  lifecycle.onStart(() => {
    timer = setInterval(checkSoon, interval).unref()
  })
  lifecycle.onStop(async () => {
    clearInterval(timer)
    await checking
  })
  connections.onConnected(checkSoon)
  events.listen(deviceDeleted, async ({ deviceId }) => {
    for (const { id } of await store.ofDevice(deviceId)) await store.remove(id)
  })

  return {
    async list(deviceId: string): Promise<DeviceCollection[]> {
      await nameOf(deviceId)
      return Promise.all((await store.ofDevice(deviceId)).map(toCollection))
    },

    async create(deviceId: string, input: z.output<typeof collectionCreate>, creator: string) {
      const name = await nameOf(deviceId)
      checkPath(input.folder)
      const spaceFolder = normalizePath(input.spaceFolder ?? name.replaceAll(/[/\\\p{Cc}]/gu, '_'))
      await checkTarget(input.spaceId, spaceFolder)
      const now = clock.time()
      const row: CollectionRow = {
        ...input,
        id: newId(),
        deviceId,
        spaceFolder,
        schedule: writeJson(input.schedule),
        removeAfter: flag(input.removeAfter),
        isPaused: flag(false),
        nextRunAt: nextRun(input.schedule, clock.now()),
        creator,
        createdAt: now,
        updatedAt: now,
      }
      await database.transaction(async () => {
        await store.add(row)
        await begin(row, creator)
      })
      return toCollection(row)
    },

    async update(deviceId: string, id: string, input: z.output<typeof collectionUpdate>): Promise<DeviceCollection> {
      const row = await find(deviceId, id)
      if (input.folder !== undefined) checkPath(input.folder)
      const { schedule, removeAfter, isPaused, ...plain } = input
      const spaceFolder = normalizePath(plain.spaceFolder ?? row.spaceFolder)
      await checkTarget(plain.spaceId ?? row.spaceId, spaceFolder)
      const isElsewhere = [plain.folder, plain.spaceId, plain.spaceFolder].some((field) => field !== undefined)
      const set = {
        ...plain,
        spaceFolder,
        schedule: schedule && writeJson(schedule),
        nextRunAt: schedule && nextRun(schedule, clock.now()),
        removeAfter: removeAfter === undefined ? undefined : flag(removeAfter),
        isPaused: isPaused === undefined ? undefined : flag(isPaused),
        updatedAt: clock.time(),
      }
      await database.transaction(async () => {
        await store.update(id, set)
        // Collected paths belonged to the previous folder or target.
        if (isElsewhere) await store.forgetCollected(id)
        events.publish({ type: 'device-collections-changed', deviceId })
      })
      return toCollection(await find(deviceId, id))
    },

    async remove(deviceId: string, id: string, account: string): Promise<void> {
      await find(deviceId, id)
      await stopRun(id, account)
      await database.transaction(async () => {
        await store.remove(id)
        events.publish({ type: 'device-collections-changed', deviceId })
      })
    },

    async run(deviceId: string, id: string, account: string): Promise<CollectionRun> {
      const row = await find(deviceId, id)
      return database.transaction(() => begin(row, account))
    },

    async stop(deviceId: string, id: string, account: string): Promise<DeviceCollection> {
      const row = await find(deviceId, id)
      await stopRun(id, account)
      return toCollection(row)
    },

    async runs(deviceId: string, id: string): Promise<CollectionRun[]> {
      await find(deviceId, id)
      return (await store.runs(id)).map(toRun)
    },
  }
}

export function nextRun(schedule: CollectionSchedule, after: number): string | null {
  if (schedule.kind === 'once') return null
  if (schedule.kind === 'interval') return new Date(after + schedule.minutes * 60_000).toISOString()
  const [hours = 0, minutes = 0] = schedule.at.split(':').map(Number)
  const next = new Date(after)
  next.setHours(hours, minutes, 0, 0)
  if (next.getTime() <= after) next.setDate(next.getDate() + 1)
  return next.toISOString()
}
