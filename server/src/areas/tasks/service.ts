import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fail } from '@vermilion/contract/kernel/errors'
import type { Language } from '@vermilion/contract/kernel/text'
import type { Page } from '@vermilion/contract/kernel/page'
import type { MetricTable, Task, TaskKind } from '@vermilion/contract/tasks'
import { createExecutor } from '#areas/resources'
import type { Executor } from '#areas/resources'
import type { Clock } from '#platform/clock'
import { readJson } from '#platform/database/columns'
import type { Database } from '#platform/database/database'
import type { Events } from '#platform/events/events'
import { newId } from '#platform/ids'
import type { Lifecycle } from '#platform/lifecycle'
import type { WorkRegistry } from '#platform/work/work'
import type { Jobs } from '#platform/jobs/jobs'
import type { Log } from '#platform/log'
import { createDataSources } from './data-sources.ts'
import type { DataOrder, DataSource, DataSources } from './data-sources.ts'
import { taskFolders } from './folders.ts'
import { builtinImages } from './images.ts'
import type { ImageCatalogue } from './images.ts'
import { readMetrics } from './output.ts'
import { createQueue } from './queue.ts'
import { reason } from './reasons.ts'
import { registerRemoval, taskDeleted } from './removal.job.ts'
import { checkParameters, taskStatus } from './rules.ts'
import { localPool, newRow } from './new-row.ts'
import type { TaskOrder } from './new-row.ts'
import { createSeries } from './series/service.ts'
import type { SeriesService } from './series/service.ts'
import { createTaskStore } from './store.ts'
import type { DataOf, ReadersQuery, TaskQuery, TaskRow } from './store.ts'
import { taskOf } from './task-of.ts'
import { createTracking } from './tracking/tracking.ts'
import type { Tracking } from './tracking/tracking.ts'
import { taskWork } from './work.ts'

export interface Tasks {
  /** Later areas register here how their data is put into place. */
  readonly dataSources: DataSources
  readonly images: ImageCatalogue
  readonly executor: Executor
  /** What tasks measured. */
  readonly series: SeriesService
  /** What running tasks send. */
  readonly tracking: Tracking
  /**
   * Adds a task to the queue, in the transaction around. Fails as `image.not-found` for an image that is not in the
   * catalogue or is not for this kind of task, and as `image.parameters-invalid`.
   */
  start(order: TaskOrder, language: Language): Promise<Task>
  /** Fails as `task.not-found`, `task.ended`, or `task.stop-failed` while the command does not end. */
  stop(taskId: string, account: string): Promise<void>
  /** Fails as `task.not-found`. */
  get(taskId: string, language: Language): Promise<Task>
  row(taskId: string): Promise<TaskRow>
  page(asked: TaskQuery, language: Language): Promise<Page<Task>>
  /** Deletes a task that has ended, with what it wrote. Fails as `task.not-found` or `task.not-ended`. */
  remove(taskId: string): Promise<void>
  /** Of these data sources, or of all, the ones that a queuing or running task of a kind reads. */
  activeData(kind: TaskKind, dataKind: Task['dataSource']['kind'], ids?: readonly string[]): Promise<Set<string>>
  /** Tasks that read a data source, the newest first. */
  readers(source: DataOf, asked: ReadersQuery, language: Language): Promise<Page<{ task: Task; order: DataOrder }>>
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
  /** Tasks that may run at once; 1 when not given. */
  places?: number | undefined
  /** Seconds that a command is given to end by itself. */
  graceSeconds?: number | undefined
}

export interface TasksNeeds extends TaskOptions {
  database: Database
  clock: Clock
  events: Events
  log: Log
  lifecycle: Lifecycle
  jobs: Jobs
  paths: { folder: string }
  work: WorkRegistry
}

/** Milliseconds beyond the grace after which a stop counts as failed for the one who asked. */
const stopPatience = 5_000

export function createTasks(needs: TasksNeeds): Tasks {
  const { database, clock, events, images = builtinImages, places = 1, graceSeconds = 10 } = needs
  const tasksFolder = join(needs.paths.folder, 'tasks')
  const executor = createExecutor('local', { tasksFolder })
  const store = createTaskStore(database)
  const dataSources = createDataSources(needs.dataSources)
  const folders = (taskId: string) => taskFolders(tasksFolder, taskId)
  const series = createSeries({ ...needs, row, running: store.running, folders })
  const tracking = createTracking({ ...needs, series, row, folders })
  const course = { executor, images, sources: dataSources, tasksFolder, graceSeconds }
  const queue = createQueue({ ...needs, ...course, tracking, store, pool: localPool, places })

  const removeFolder = registerRemoval({ ...needs, executor, folderOf: (taskId) => folders(taskId).folder })
  const present = (row: TaskRow, language: Language) =>
    taskOf(row, { language, folders: folders(row.id), progress: queue.progress(row.id) })

  async function row(taskId: string): Promise<TaskRow> {
    const found = await store.find(taskId)
    if (!found) throw fail('task.not-found', { taskId })
    return found
  }

  async function start(order: TaskOrder, language: Language): Promise<Task> {
    const image = images[order.image]
    if (!image || image.taskKind !== order.kind) throw fail('image.not-found', { image: order.image })
    const id = order.id ?? newId()
    const known = order.id === undefined ? undefined : await store.find(id)
    if (known !== undefined) return present(known, language)
    const parameters = checkParameters(image.parameters, order.parameters)
    const { data: dataFolder, output: outputFolder } = folders(id)
    const command = image.command({ dataFolder, outputFolder, parameters })
    const added = newRow({ ...order, id, image, imageName: order.image, parameters, command, createdAt: clock.time() })
    await store.add(added)
    events.publish({ type: 'task-changed', taskId: id })
    database.afterCommit(queue.fill)
    return present(added, language)
  }

  async function stop(taskId: string, account: string): Promise<void> {
    const asked = await row(taskId)
    if (taskStatus.isEnd(asked.status)) throw fail('task.ended', { status: asked.status })
    const change = { reason: reason('stopped', { account }), endedAt: clock.time() }
    const wasQueuing = await store.step(taskId, 'stopped', change, ['queuing'])
    if (!wasQueuing) await store.askStop(taskId, { account, at: clock.time(), why: reason('stopping', { account }) })
    events.publish({ type: 'task-changed', taskId })
    if (wasQueuing) return
    const patience = delay(graceSeconds * 1_000 + stopPatience, 'late', { ref: false })
    const late = (await Promise.race([queue.stop(taskId), patience])) === 'late'
    if (late) throw fail('task.stop-failed', { taskId })
  }

  function remove(taskId: string): Promise<void> {
    return database.transaction(async () => {
      const { handle } = await row(taskId)
      if (!(await store.remove(taskId))) throw fail('task.not-ended', { taskId })
      await events.tell(taskDeleted, { taskId })
      await removeFolder(taskId, handle)
      events.publish({ type: 'task-changed', taskId })
    })
  }

  needs.work.add(taskWork({ clock, store, progress: queue.progress, stop }))

  return {
    dataSources,
    images,
    executor,
    series,
    tracking,
    start,
    stop,
    remove,
    row,
    folders,
    get: async (taskId, language) => present(await row(taskId), language),
    async page(asked, language) {
      const rows = await store.page(asked)
      return { ...rows, items: rows.items.map((item) => present(item, language)) }
    },
    activeData: store.activeData,
    async readers(source, asked, language) {
      const rows = await store.readers(source, asked)
      const items = rows.items.map((item) => ({ task: present(item, language), order: readJson(item.dataOrder) }))
      return { ...rows, items }
    },
    async *orders(source) {
      for await (const { name, dataOrder } of store.orders(source)) yield { name, order: readJson(dataOrder) }
    },
    metrics: (taskId) => readMetrics(folders(taskId).output),
  }
}
