import { join } from 'node:path'
import { fail } from '@vermilion/contract/kernel/errors'
import type { Language } from '@vermilion/contract/kernel/text'
import type { TaskHeadline } from '@vermilion/contract/tasks/headline'
import type { TaskRemoval } from '@vermilion/contract/tasks/removal'
import type { Task, TaskKind, TaskStatus } from '@vermilion/contract/tasks'
import type { MetricTable } from '@vermilion/contract/tasks/results'
import type { TrainingReport } from '@vermilion/contract/tasks/training-report'
import type { DeviceAccess, Executor } from '#areas/executors'
import type { Clock } from '#platform/clock'
import type { Database } from '#platform/database/database'
import type { Events } from '#platform/events/events'
import type { Secrets } from '#platform/secrets/secrets'
import type { Lifecycle } from '#platform/lifecycle'
import type { WorkRegistry } from '#platform/work/work'
import type { Jobs } from '#platform/jobs/jobs'
import type { Log } from '#platform/log'
import { createCreation } from './creation/creation.ts'
import { readSecretValues } from './creation/secret-values.ts'
import { createDataSources } from './data/data-sources.ts'
import type { DataSource, DataSources } from './data/data-sources.ts'
import { taskFolders } from './running/task-folders.ts'
import { createOwnImages } from './own-images/own-images.ts'
import type { OwnImages } from './own-images/own-images.ts'
import { builtinImages } from './images/images.ts'
import type { ImageCatalogue } from './images/images.ts'
import { readMetrics, readReport } from './results/output.ts'
import { createDispatchRequests } from './scheduling/dispatch-requests.ts'
import { createScheduler } from './scheduling/scheduler.ts'
import type { ProgramVariables, TaskRunNeeds } from './running/run-context.ts'
import { stopTask } from './running/stop-task.ts'
import { createCheckpoints } from './running/checkpoints.ts'
import { createRemoval } from './removal/removal.job.ts'
import { countingTimeout, removalSize } from './removal/removal-size.ts'
import { createPresentation } from './presentation.ts'
import type { TaskOrder } from './creation/new-row.ts'
import { holderOf } from './pools/holders.ts'
import type { AcceleratorHolder } from './pools/holders.ts'
import { createExpectedStart } from './pools/expected-start.ts'
import { createQueuePositions } from './pools/queue-positions.ts'
import { createPools } from './pools/pools.ts'
import type { Pools } from './pools/pools.ts'
import { startSampling } from './series/sampler.ts'
import { createSeries } from './series/service.ts'
import type { SeriesService } from './series/service.ts'
import { createTaskQueries } from './task-queries.ts'
import type { TaskQueries } from './task-queries.ts'
import { createTaskStore } from './store.ts'
import type { TaskStore } from './store.ts'
import type { TaskRow } from './task-row.ts'
import { timesOf } from './task-times.ts'
import type { TaskTimes } from './task-times.ts'
import { taskWork } from './work.ts'

export interface Tasks extends TaskQueries {
  readonly dataSources: DataSources
  readonly images: ImageCatalogue
  readonly ownImages: OwnImages
  readonly pools: Pools
  readonly creation: ReturnType<typeof createCreation>
  executorOf(row: Pick<TaskRow, 'pool'>): Promise<Executor>
  readonly series: SeriesService
  /** For programs that can reach the server. A later area provides them while it is built, before any task runs. */
  provideVariables(variablesOf: ProgramVariables): void
  /**
   * Calls `keep` in the same transaction. Asks the pool, which may be slow: call outside transactions.
   * Fails as `image.not-found`, as `image.parameters-invalid`, and when the pool cannot run it.
   */
  start(order: TaskOrder, language: Language, keep?: () => Promise<void>): Promise<Task>
  /** Fails as `task.not-found`, `task.ended`, or `task.stop-failed` while the command does not end. */
  stop(taskId: string, account: string): Promise<void>
  /** Null when the model was deleted. */
  noteModel(taskId: string, model: { id: string; size: number } | null): Promise<void>
  /** Null removes it. */
  noteHeadline(taskId: string, headline: TaskHeadline | null): Promise<void>
  /** Null if none. */
  noteBoard(taskId: string, boardTaskId: string | null): Promise<void>
  present(row: TaskRow, language: Language): Promise<Task>
  get(taskId: string, language: Language): Promise<Task>
  row(taskId: string): Promise<TaskRow>
  /** Fails as `pools.fitting` does. */
  expectStart: ReturnType<typeof createExpectedStart>
  creators(): Promise<string[]>
  removalSize(taskId: string): Promise<TaskRemoval>
  remove(taskId: string): Promise<void>
  activeData(kind: TaskKind, dataKind: Task['dataSource']['kind'], ids?: readonly string[]): Promise<Set<string>>
  timesBetween(from: string, to: string): Promise<TaskTimes[]>
  countByStatus(): Promise<Map<TaskStatus, number>>
  acceleratorQueues(): Promise<{ pool: string; since: string }[]>
  names(taskIds: readonly string[]): Promise<Map<string, string>>
  holders(): Promise<AcceleratorHolder[]>
  metrics(taskId: string): Promise<MetricTable>
  report(taskId: string): Promise<TrainingReport | null>
  folders(taskId: string): ReturnType<typeof taskFolders>
  /** Never sent. */
  secretValues(): Promise<string[]>
}

export interface TaskOptions {
  images?: ImageCatalogue | undefined
  dataSources?: Readonly<Record<string, DataSource>> | undefined
  concurrency?: number | undefined
  graceSeconds?: number | undefined
  /** In milliseconds. */
  registryPatience?: TaskRunNeeds['registryPatience'] | undefined
  outputBytes?: number | undefined
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
  devices?: DeviceAccess | undefined
}

/** A name may not resolve while a router starts; a registry may be down for a repair. */
const defaultRegistryPatience = { 'registry-unknown': 60_000, 'registry-away': 30 * 60_000 } as const

// oxlint-disable-next-line max-lines-per-function -- a maker, whose functions share the state that it holds
export function createTasks(needs: TasksNeeds): Tasks {
  const { database, clock, events, log, lifecycle, jobs, paths, secrets, work } = needs
  const { concurrency, graceSeconds = 10, outputBytes, registryPatience = defaultRegistryPatience } = needs
  const tasksFolder = join(paths.folder, 'tasks')
  const folders = (taskId: string) => taskFolders(tasksFolder, taskId)
  const store = createTaskStore(database)
  const { running, keepHeadline } = store
  const dataSources = createDataSources(needs.dataSources)
  const { request: requestDispatch, onRequest } = createDispatchRequests()
  const pools = createPools({
    database,
    clock,
    events,
    paths,
    concurrency,
    store,
    changed: requestDispatch,
    devices: needs.devices,
  })
  const catalogue = { tasksFolder, images: needs.images ?? builtinImages }
  const ownImages = createOwnImages({ database, clock, events, lifecycle, jobs, pools, store, ...catalogue })
  const { images } = ownImages

  async function row(taskId: string): Promise<TaskRow> {
    const match = await store.find(taskId)
    if (!match) throw fail('task.not-found', { taskId })
    return match
  }

  const series = createSeries({ lifecycle, events, log, row, running, folders, keepHeadline })
  let variablesOf: ProgramVariables = async () => ({})
  const orders = { images, sources: dataSources, tasksFolder, graceSeconds, registryPatience, outputBytes }
  const runNeeds = {
    store,
    events,
    clock,
    log,
    secrets,
    variablesOf: (taskId: string, own: Readonly<Record<string, string>>) => variablesOf(taskId, own),
    ...orders,
  }
  const scheduler = createScheduler({ database, lifecycle, pools, runNeeds, headlineOf: series.headline })
  const { progress } = scheduler
  const positions = createQueuePositions({ store, pools, clock, progress })
  onRequest(() => {
    positions.forget()
    scheduler.requestDispatch()
  })

  const executorOf = ({ pool }: Pick<TaskRow, 'pool'>) => pools.executorOf(pool)
  startSampling({ lifecycle, clock, log, executorOf, running, record: series.record })
  const isResumable = createCheckpoints({ images, folders })
  const { present, presentAll } = createPresentation({ store, pools, positions, progress, folders, isResumable })
  const queue = { requestDispatch, forgetPositions: positions.forget }
  const rows = { database, store, folders, require: row, isResumable }
  const creation = createCreation({ ...rows, ...queue, clock, events, secrets, pools, images, dataSources })
  const stop = (taskId: string, account: string) =>
    stopTask(taskId, account, { store, scheduler, events, clock, graceSeconds, row, requestDispatch })
  work.add(taskWork({ clock, store, progress, stop }))

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
    provideVariables: (provided) => void (variablesOf = provided),
    stop,
    remove: createRemoval({ database, events, jobs, pools, store, row, folders }),
    removalSize: async (taskId) =>
      removalSize(folders((await row(taskId)).id).folder, needs.countingPatience ?? countingTimeout),
    row,
    folders,
    noteModel: modelNoting({ store, events }),
    noteHeadline: keepHeadline,
    noteBoard: store.boardTaskOf,
    get: async (taskId, language) => present(await row(taskId), language),
    ...createTaskQueries(store, images, presentAll, dataSources),
    expectStart: createExpectedStart({ store, pools, clock, progress }),
    creators: store.creators,
    activeData: store.activeData,
    timesBetween: async (from, to) => (await store.between(from, to)).map(timesOf),
    countByStatus: async () => new Map((await store.statusCounts()).map(({ status, count }) => [status, count])),
    acceleratorQueues: store.acceleratorQueues,
    names: async (taskIds) => new Map((await store.byIds(taskIds)).map(({ id, name }) => [id, name])),
    holders: async () => (await store.running()).map(holderOf),
    metrics: (taskId) => readMetrics(folders(taskId).output),
    report: (taskId) => readReport(folders(taskId).output),
    secretValues: () => readSecretValues(database, secrets),
  }
}

const modelNoting =
  ({ store, events }: { store: TaskStore; events: TasksNeeds['events'] }): Tasks['noteModel'] =>
  async (taskId, model) => {
    await store.modelOf(taskId, { modelId: model?.id ?? null, modelSize: model?.size ?? null })
    events.publish({ type: 'task-changed', taskId })
  }
