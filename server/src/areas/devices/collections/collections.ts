import type {
  CollectionRun,
  collectionCreate,
  collectionUpdate,
  DeviceCollection,
} from '@vermilion/contract/devices/collections'
import { fail } from '@vermilion/contract/kernel/errors'
import { normalizePath, pathProblem } from '@vermilion/contract/paths'
import type { z } from 'zod'
import type { BlobStore } from '#platform/blobs/blob-store'
import type { Clock } from '#platform/clock'
import type { DataPaths } from '#platform/data-folder'
import { flag, readJson, writeJson } from '#platform/database/columns'
import type { Database } from '#platform/database/database'
import type { Events } from '#platform/events/events'
import { newId } from '#platform/ids'
import type { Jobs } from '#platform/jobs/jobs'
import { jobWorkName } from '#platform/jobs/work'
import type { Lifecycle } from '#platform/lifecycle'
import type { Log } from '#platform/log'
import type { WorkRegistry } from '#platform/work/work'
import type { Files } from '#areas/files'
import { refuseInPlace } from '#areas/spaces'
import type { Spaces } from '#areas/spaces'
import type { DeviceConnections } from '../connections.ts'
import type { DeviceFiles } from '../files/files.ts'
import { checkPath } from '../files/paths.ts'
import { deviceDeleted } from '../service.ts'
import { collectionJob, registerCollecting } from './collection.job.ts'
import { createCollector } from './collector.ts'
import { nextRun } from './schedule.ts'
import { createCollectionStore, toRun } from './store.ts'
import type { CollectionRow } from './store.ts'

/** In milliseconds. */
const interval = 5_000

interface Needs {
  readonly database: Database
  readonly clock: Clock
  readonly events: Events
  readonly jobs: Jobs
  readonly lifecycle: Lifecycle
  readonly log: Log
  readonly work: Pick<WorkRegistry, 'stop'>
  readonly blobs: BlobStore
  readonly paths: DataPaths
  readonly spaces: Spaces
  readonly files: Files
  readonly connections: DeviceConnections
  readonly deviceFiles: Pick<DeviceFiles, 'sessions' | 'keepRecord'>
  readonly nameOf: (deviceId: string) => Promise<string>
}

export type DeviceCollections = ReturnType<typeof createDeviceCollections>

// oxlint-disable-next-line max-lines-per-function -- a maker, whose functions share the state that it holds
export function createDeviceCollections(needs: Needs) {
  const { database, clock, events, jobs, lifecycle, log, work, blobs, paths, spaces, files } = needs
  const { connections, deviceFiles, nameOf } = needs
  const { sessions, keepRecord } = deviceFiles
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
    const problems = writeJson<CollectionRun['problems']>([])
    const row = {
      id,
      collectionId: collection.id,
      state: 'running',
      account,
      ...counts,
      problems,
      error: null,
    } as const
    const stored = { ...row, startedAt: now, updatedAt: now, endedAt: null }
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
      const set: Partial<CollectionRow> = {
        ...Object.fromEntries(Object.entries(plain).filter(([, value]) => value !== undefined)),
        spaceFolder,
        ...(schedule !== undefined && { schedule: writeJson(schedule), nextRunAt: nextRun(schedule, clock.now()) }),
        ...(removeAfter !== undefined && { removeAfter: flag(removeAfter) }),
        ...(isPaused !== undefined && { isPaused: flag(isPaused) }),
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
