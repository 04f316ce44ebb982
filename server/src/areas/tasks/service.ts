import { join } from 'node:path'
import { fail } from '@vermilion/contract/kernel/errors'
import type { Language } from '@vermilion/contract/kernel/text'
import type { TaskHeadline } from '@vermilion/contract/tasks/headline'
import { createPythonEnvironments } from '#areas/executors'
import type { DeviceAccess, FetchedData, PythonSettings } from '#areas/executors'
import { writeJson } from '#platform/database/columns'
import type { Platform } from '#platform/platform'
import { createCreation } from './creation/creation.ts'
import { readSecretValues } from './creation/secret-values.ts'
import { createTaskEnvironments } from './environments/task-environments.ts'
import { createExternalRuns } from './external/external-runs.ts'
import { createDataSources } from './data/data-sources.ts'
import type { DataSource } from './data/data-sources.ts'
import { taskFolders } from './running/task-folders.ts'
import { createOwnImages } from './own-images/own-images.ts'
import { builtinImages } from './images/images.ts'
import type { ImageCatalogue } from './images/images.ts'
import { readMetrics, readReport } from './results/output.ts'
import { createMeasurement } from './sweeps/measure.ts'
import { createSweeps } from './sweeps/service.ts'
import { createSweepStore } from './sweeps/store.ts'
import { createScheduler } from './scheduling/scheduler.ts'
import type { ProgramVariables, TaskRunNeeds } from './running/run-context.ts'
import { stopTask } from './running/stop-task.ts'
import { createCheckpoints } from './running/checkpoints.ts'
import { createRemoval } from './removal/removal.job.ts'
import { countingTimeout, removalSize } from './removal/removal-size.ts'
import { createPresentation } from './presentation/presentation.ts'
import type { TaskOrder } from './creation/new-row.ts'
import { createExpectedStart } from './pools/expected-start.ts'
import { createQueuePositions } from './pools/queue-positions.ts'
import { createPools } from './pools/pools.ts'
import { startSampling } from './series/sampler.ts'
import { createSeries } from './series/service.ts'
import { createTaskFiles } from './stored/task-files.ts'
import { createTaskQueries } from './rows/queries.ts'
import { createTaskStore } from './store.ts'
import type { TaskRow } from './rows/task-row.ts'
import { taskWork } from './presentation/work.ts'

export type Tasks = ReturnType<typeof createTaskService>

export interface TaskOptions {
  images?: ImageCatalogue | undefined
  /** Where the folders of images that run in Python environments lie. */
  imagesFolder?: string | undefined
  dataSources?: Readonly<Record<string, DataSource>> | undefined
  concurrency?: number | undefined
  graceSeconds?: number | undefined
  /** In milliseconds. */
  registryPatience?: TaskRunNeeds['registryPatience'] | undefined
  outputBytes?: number | undefined
  countingPatience?: number | undefined
  trialPatience?: number | undefined
}

export interface TasksNeeds
  extends
    TaskOptions,
    Pick<
      Platform,
      | 'database'
      | 'clock'
      | 'events'
      | 'lead'
      | 'log'
      | 'lifecycle'
      | 'jobs'
      | 'paths'
      | 'secrets'
      | 'work'
      | 'blobs'
      | 'blobOwners'
    > {
  python: PythonSettings
  devices?: DeviceAccess | undefined
  fetchedData?: FetchedData | undefined
}

/** A name may not resolve while a router starts; a registry may be down for a repair. */
const defaultRegistryPatience = { 'registry-unknown': 60_000, 'registry-away': 30 * 60_000 } as const

// oxlint-disable-next-line max-lines-per-function -- a maker, whose functions share the state that it holds
export function createTaskService(needs: TasksNeeds) {
  const {
    database,
    clock,
    events,
    log,
    lifecycle,
    jobs,
    paths,
    secrets,
    work,
    blobs,
    blobOwners,
    devices,
    fetchedData,
  } = needs
  const { concurrency, graceSeconds = 10, outputBytes, registryPatience = defaultRegistryPatience } = needs
  const tasksFolder = join(paths.folder, 'tasks')
  const folders = (taskId: string) => taskFolders(tasksFolder, taskId)
  const store = createTaskStore(database)
  const files = createTaskFiles({ database, blobs, blobOwners, lifecycle, log, folders, followed: store.followed })
  const { running } = store
  const noteHeadline = (taskId: string, headline: TaskHeadline | null) =>
    store.change(taskId, { headline: headline && writeJson(headline) })
  const dataSources = createDataSources(needs.dataSources)
  // Pools exist before the scheduler, which they ask for a dispatch.
  let requestDispatch = (): void => undefined
  const changed = () => requestDispatch()
  const pools = createPools({
    database,
    clock,
    events,
    secrets,
    jobs,
    trialPatience: needs.trialPatience,
    tasksFolder,
    concurrency,
    store,
    changed,
    devices,
    fetchedData,
  })
  const catalogue = { tasksFolder, images: needs.images ?? builtinImages }
  const ownImages = createOwnImages({ database, clock, events, lifecycle, jobs, pools, store, ...catalogue })
  const { images } = ownImages

  const pythonEnvironments = createPythonEnvironments({
    root: paths.environments,
    settings: needs.python,
    clock,
    changed: () => events.publish({ type: 'python-environments-changed' }),
  })
  const environments = createTaskEnvironments({
    environments: pythonEnvironments,
    images,
    imagesFolder: needs.imagesFolder,
    clock,
    followed: store.followed,
  })
  lifecycle.onStart(() => {
    // An installer may have outlived a server that was killed.
    void pythonEnvironments
      .removeLeftovers()
      .catch((error: unknown) => log.warn({ err: error }, 'what an installation left could not be removed'))
  })

  async function row(taskId: string): Promise<TaskRow> {
    const match = await store.find(taskId)
    if (!match) throw fail('task.not-found', { taskId })
    return match
  }

  const { byIds } = store
  const series = createSeries({ lifecycle, events, log, row, running, byIds, folders, files, noteHeadline })
  const headlineOf = series.headline
  const external = createExternalRuns({ database, clock, events, store, files, folders, headlineOf })
  let variablesOf: ProgramVariables = async () => ({})
  const runNeeds: Omit<TaskRunNeeds, 'executor' | 'turn'> = {
    store,
    files,
    events,
    clock,
    lead: needs.lead,
    log,
    secrets,
    variablesOf: (taskId, own) => variablesOf(taskId, own),
    images,
    environments,
    sources: dataSources,
    tasksFolder,
    graceSeconds,
    registryPatience,
    outputBytes,
  }
  const scheduler = createScheduler({ database, lifecycle, pools, runNeeds, headlineOf })
  const { progress } = scheduler
  const positions = createQueuePositions({ store, pools, clock, progress })
  requestDispatch = () => {
    positions.forget()
    scheduler.requestDispatch()
  }

  const executorOf = ({ pool }: Pick<TaskRow, 'pool'>) => pools.executorOf(pool)
  startSampling({ lifecycle, clock, log, executorOf, running, record: series.record })
  const isResumable = createCheckpoints({ images, files })
  const { present, presentAll } = createPresentation({
    store,
    pools,
    positions,
    progress,
    folders,
    isResumable,
    external,
    sweepsOf: (taskIds) => sweeps.ofTasks(taskIds),
  })
  const creation = createCreation({
    database,
    clock,
    events,
    secrets,
    store,
    pools,
    images,
    dataSources,
    folders,
    require: row,
    isResumable,
    forgetPositions: positions.forget,
    requestDispatch: changed,
  })
  /** Fails as `task.not-found`, `task.ended`, or `task.stop-failed` while the command does not end. */
  const stop = async (taskId: string, account: string) =>
    (await row(taskId)).kind === 'external'
      ? external.stop(taskId, account)
      : stopTask(taskId, account, { ...needs, store, scheduler, graceSeconds, row, requestDispatch: changed })
  const report = async (taskId: string) => readReport((await files.at(taskId, 'output/report.json')).output)
  const measurement = createMeasurement({ series, report })
  const sweepStore = createSweepStore(database)
  const sweeps = createSweeps({
    database,
    clock,
    events,
    lifecycle,
    log,
    store: sweepStore,
    images,
    creation,
    measurement,
    stop,
  })
  work.add(taskWork({ clock, store, progress, stop }))

  return {
    dataSources,
    images,
    ownImages,
    environments,
    pools,
    creation,
    external,
    executorOf,
    present,
    /**
     * Calls `keep` in the same transaction. Asks the pool, which may be slow: call outside transactions.
     * Fails as `image.not-found`, as `image.parameters-invalid`, and when the pool cannot run it.
     */
    start: async (order: TaskOrder, language: Language, keep?: () => Promise<void>) =>
      present(await creation.start(order, keep), language),
    series,
    /** For programs that can reach the server. A later area provides them while it is built, before any task runs. */
    provideVariables: (provided: ProgramVariables) => void (variablesOf = provided),
    stop,
    remove: createRemoval({ database, events, jobs, pools, store, row, folders }),
    removalSize: async (taskId: string) =>
      removalSize(folders((await row(taskId)).id).folder, needs.countingPatience ?? countingTimeout),
    row,
    files,
    folders,
    /** Null when the model was deleted. */
    async noteModel(taskId: string, model: { id: string; size: number } | null): Promise<void> {
      await store.change(taskId, { modelId: model?.id ?? null, modelSize: model?.size ?? null })
      events.publish({ type: 'task-changed', taskId })
    },
    noteHeadline,
    noteBoard: (taskId: string, boardTaskId: string | null) => store.change(taskId, { boardTaskId }),
    get: async (taskId: string, language: Language) => present(await row(taskId), language),
    ...createTaskQueries({ store, images, presentAll, dataSources }),
    /** Fails as `pools.fitting` does. */
    expectStart: createExpectedStart({ store, pools, clock, progress }),
    creators: store.creators,
    activeData: store.activeData,
    timesBetween: store.timesBetween,
    countByStatus: async () => new Map((await store.statusCounts()).map(({ status, count }) => [status, count])),
    queues: store.queues,
    names: async (taskIds: readonly string[]) =>
      new Map((await store.byIds(taskIds)).map(({ id, name }) => [id, name])),
    metrics: async (taskId: string) => readMetrics((await files.at(taskId, 'output/results.csv')).output),
    report,
    sweeps,
    /** Never sent. */
    secretValues: () => readSecretValues(database, secrets),
  }
}
