import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fail } from '@vermilion/contract/kernel/errors'
import type { Language } from '@vermilion/contract/kernel/text'
import type { Page } from '@vermilion/contract/kernel/page'
import type { TaskRemoval } from '@vermilion/contract/tasks/removal'
import type { MetricTable, Task, TaskKind } from '@vermilion/contract/tasks'
import type { Executor } from '#areas/resources'
import type { Clock } from '#platform/clock'
import { readJson } from '#platform/database/columns'
import type { Database } from '#platform/database/database'
import type { Events } from '#platform/events/events'
import type { Secrets } from '#platform/secrets/secrets'
import type { Lifecycle } from '#platform/lifecycle'
import type { WorkRegistry } from '#platform/work/work'
import type { Jobs } from '#platform/jobs/jobs'
import type { Log } from '#platform/log'
import { createCreation } from './creation/creation.ts'
import { createDataSources } from './data/data-sources.ts'
import type { DataOrder, DataSource, DataSources } from './data/data-sources.ts'
import { taskFolders } from './running/task-folders.ts'
import { createOwnImages } from './own-images/own-images.ts'
import type { OwnImages } from './own-images/own-images.ts'
import { builtinImages } from './images/images.ts'
import type { ImageCatalogue } from './images/images.ts'
import { readMetrics } from './results/output.ts'
import { createScheduler } from './scheduling/scheduler.ts'
import type { SchedulerNeeds } from './scheduling/scheduler.ts'
import { reason } from './running/reasons.ts'
import { registerRemoval, taskDeleted } from './removal/removal.job.ts'
import { countingTimeout, removalSize } from './removal/removal-size.ts'
import { taskStatus } from './rules.ts'
import type { TaskOrder } from './creation/new-row.ts'
import { createQueuePlaces } from './pools/places.ts'
import { createPools } from './pools/pools.ts'
import type { Pools } from './pools/pools.ts'
import { startSampling } from './series/sampler.ts'
import { createSeries } from './series/service.ts'
import type { SeriesService } from './series/service.ts'
import { createTaskStore } from './store.ts'
import type { DataOf, ReadersQuery, TaskQuery } from './store.ts'
import type { TaskRow } from './task-row.ts'
import { taskOf } from './task-of.ts'
import { createTracking } from './tracking/tracking.ts'
import type { Tracking } from './tracking/tracking.ts'
import { taskWork } from './work.ts'

export interface Tasks {
  /** Later areas register here how their data is put into place. */
  readonly dataSources: DataSources
  readonly images: ImageCatalogue
  readonly ownImages: OwnImages
  readonly pools: Pools
  readonly creation: ReturnType<typeof createCreation>
  /** What runs a task, or ran it. */
  executorOf(row: Pick<TaskRow, 'pool'>): Promise<Executor>
  /** What tasks measured. */
  readonly series: SeriesService
  /** What running tasks send. */
  readonly tracking: Tracking
  /**
   * Adds a task to the queue, and calls `keep` in the transaction that does. Stands outside transactions: it asks the
   * pool, which may be slow. Fails as `image.not-found` for an image that is not in the catalogue or is not for this kind
   * of task, as `image.parameters-invalid`, and where the pool cannot run it.
   */
  start(order: TaskOrder, language: Language, keep?: () => Promise<void>): Promise<Task>
  /** Fails as `task.not-found`, `task.ended`, or `task.stop-failed` while the command does not end. */
  stop(taskId: string, account: string): Promise<void>
  /** The model that came of a task, or null once it is gone. */
  noteModel(taskId: string, model: { id: string; size: number } | null): Promise<void>
  present(row: TaskRow, language: Language): Promise<Task>
  /** Fails as `task.not-found`. */
  get(taskId: string, language: Language): Promise<Task>
  row(taskId: string): Promise<TaskRow>
  page(request: TaskQuery, language: Language): Promise<Page<Task>>
  /** The accounts that created tasks, by name. */
  creators(): Promise<string[]>
  /** What would go from the disk with a task. Fails as `task.not-found`. */
  removalSize(taskId: string): Promise<TaskRemoval>
  /** Deletes a task that has ended, with what it wrote. Fails as `task.not-found` or `task.not-ended`. */
  remove(taskId: string): Promise<void>
  /** Of these data sources, or of all, the ones that a queuing or running task of a kind reads. */
  activeData(kind: TaskKind, dataKind: Task['dataSource']['kind'], ids?: readonly string[]): Promise<Set<string>>
  /** Tasks that read a data source, the newest first. */
  readers(source: DataOf, request: ReadersQuery, language: Language): Promise<Page<{ task: Task; order: DataOrder }>>
  /** What tasks were given to read: of one data source, or of all. */
  orders(source?: DataOf): AsyncIterable<{ name: string; order: DataOrder }>
  /** What the task wrote into results.csv so far. */
  metrics(taskId: string): Promise<MetricTable>
  folders(taskId: string): ReturnType<typeof taskFolders>
}

export interface TaskOptions {
  /** Instead of the images of this installation. */
  images?: ImageCatalogue | undefined
  /** Beside those that the areas register. */
  dataSources?: Readonly<Record<string, DataSource>> | undefined
  /** Tasks that may run at once on this machine; what its pool says when not given. */
  concurrency?: number | undefined
  /** Seconds that a command is given to end by itself. */
  graceSeconds?: number | undefined
  /** Milliseconds that a task waits for the registry of its image. */
  registryPatience?: SchedulerNeeds['registryPatience'] | undefined
  /** Bytes that a task may have on the disk; not limited when not given. */
  outputBytes?: number | undefined
  /** Milliseconds that a task's files are counted for who is about to delete it. */
  countingPatience?: number | undefined
}

export interface TasksNeeds extends TaskOptions {
  database: Database
  clock: Clock
  events: Events
  log: Log
  lifecycle: Lifecycle
  jobs: Jobs
  paths: { folder: string }
  secrets: Secrets
  work: WorkRegistry
}

/** A name may be missing for as long as a router starts; a registry is away for as long as somebody repairs it. */
const registryPatience = { 'registry-unknown': 60_000, 'registry-away': 30 * 60_000 } as const
/** Milliseconds beyond the grace after which a stop counts as failed for the one who asked. */
const stopMargin = 5_000

// oxlint-disable-next-line max-lines-per-function -- a maker, whose functions share the state that it holds
export function createTasks(needs: TasksNeeds): Tasks {
  const { database, clock, events, graceSeconds = 10 } = needs
  const tasksFolder = join(needs.paths.folder, 'tasks')
  const store = createTaskStore(database)
  const dataSources = createDataSources(needs.dataSources)
  const requestDispatch = () => {
    positions.forget()
    scheduler.requestDispatch()
  }
  const pools = createPools({ ...needs, store, changed: requestDispatch })
  const ownImages = createOwnImages({ ...needs, pools, store, images: needs.images ?? builtinImages, tasksFolder })
  const { images } = ownImages
  const folders = (taskId: string) => taskFolders(tasksFolder, taskId)
  const series = createSeries({ ...needs, row, running: store.running, folders })
  const tracking = createTracking({ ...needs, series, row, folders })
  const run = {
    images,
    sources: dataSources,
    tasksFolder,
    graceSeconds,
    tracking,
    registryPatience: needs.registryPatience ?? registryPatience,
  }
  const scheduler = createScheduler({ ...needs, ...run, store, pools })
  const positions = createQueuePlaces({ store, pools, clock, progress: scheduler.progress })

  const executorOf = ({ pool }: Pick<TaskRow, 'pool'>) => pools.executorOf(pool)
  startSampling({ ...needs, executorOf, running: store.running, record: series.record })
  const removeFolder = registerRemoval({ ...needs, pools, folderOf: (taskId) => folders(taskId).folder })

  async function presentAll(rows: readonly TaskRow[], language: Language): Promise<Task[]> {
    const names = await pools.names()
    return Promise.all(
      rows.map(async (row) => {
        const turn = row.status === 'queuing' ? (await positions.of(row.pool)).get(row.id) : undefined
        return taskOf(row, {
          language,
          folders: folders(row.id),
          progress: scheduler.progress(row.id),
          poolName: names.get(row.pool) ?? row.pool,
          queue: turn ?? null,
          binds: (await executorOf(row)).capabilities.mounts === 'bind',
        })
      }),
    )
  }
  async function present(row: TaskRow, language: Language): Promise<Task> {
    const [task] = await presentAll([row], language)
    if (task === undefined) throw fail('task.not-found', { taskId: row.id })
    return task
  }

  async function row(taskId: string): Promise<TaskRow> {
    const match = await store.find(taskId)
    if (!match) throw fail('task.not-found', { taskId })
    return match
  }

  const creation = createCreation({
    ...needs,
    store,
    pools,
    images,
    dataSources,
    folders,
    require: row,
    forgetPositions: positions.forget,
    requestDispatch,
  })

  async function stop(taskId: string, account: string): Promise<void> {
    const request = await row(taskId)
    if (taskStatus.isEnd(request.status)) throw fail('task.ended', { status: request.status })
    const change = { reason: reason('stopped', { account }), endedAt: clock.time() }
    const wasQueuing = await store.step(taskId, 'stopped', change, ['queuing'])
    if (!wasQueuing) await store.askStop(taskId, { account, at: clock.time(), why: reason('stopping', { account }) })
    events.publish({ type: 'task-changed', taskId })
    // What it held back may go now.
    if (wasQueuing) return requestDispatch()
    const timeout = delay(graceSeconds * 1_000 + stopMargin, 'late', { ref: false })
    const late = (await Promise.race([scheduler.stop(taskId), timeout])) === 'late'
    if (late) throw fail('task.stop-failed', { taskId })
  }

  function remove(taskId: string): Promise<void> {
    return database.transaction(async () => {
      const { handle, staleHandle, pool } = await row(taskId)
      if (!(await store.remove(taskId))) throw fail('task.not-ended', { taskId })
      await events.tell(taskDeleted, { taskId })
      await removeFolder({ taskId, handle, staleHandle, pool })
      events.publish({ type: 'task-changed', taskId })
    })
  }

  needs.work.add(taskWork({ clock, store, progress: scheduler.progress, stop }))

  return {
    dataSources,
    images,
    ownImages,
    pools,
    creation,
    executorOf,
    present,
    start: async (order, language, keep) => present(await creation.start(order, keep), language),
    series,
    tracking,
    stop,
    remove,
    removalSize: async (taskId) =>
      removalSize(folders((await row(taskId)).id).folder, needs.countingPatience ?? countingTimeout),
    row,
    folders,
    noteModel: (taskId, model) => store.modelOf(taskId, { modelId: model?.id ?? null, modelSize: model?.size ?? null }),
    get: async (taskId, language) => present(await row(taskId), language),
    async page(request, language) {
      const rows = await store.page(request)
      return { ...rows, items: await presentAll(rows.items, language) }
    },
    creators: store.creators,
    activeData: store.activeData,
    async readers(source, request, language) {
      const rows = await store.readers(source, request)
      const visible = await presentAll(rows.items, language)
      const items = rows.items.flatMap((item, index) => {
        const task = visible[index]
        return task === undefined ? [] : [{ task, order: orderOf(item, source) }]
      })
      return { ...rows, items }
    },
    async *orders(source) {
      for await (const { name, dataOrder, mounts } of store.orders(source)) {
        const all: DataOrder[] = readJson(mounts)
        for (const order of all.length === 0 ? [readJson(dataOrder)] : all) yield { name, order }
      }
    },
    metrics: (taskId) => readMetrics(folders(taskId).output),
  }
}

/** What of a data source a task was given to read. */
function orderOf({ mounts, dataOrder }: TaskRow, { kind, id }: DataOf): DataOrder {
  return readJson(mounts).find((mount) => mount.kind === kind && mount.id === id) ?? readJson(dataOrder)
}
