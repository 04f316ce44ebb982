import { Failure, fail } from '@vermilion/contract/kernel/errors'
import { localPool } from '@vermilion/contract/tasks/creation'
import type { TaskData, taskCreate, taskUpdate } from '@vermilion/contract/tasks/creation'
import type { z } from 'zod'
import type { Clock } from '#platform/clock'
import { readJson } from '#platform/database/columns'
import type { Database } from '#platform/database/database'
import type { Events } from '#platform/events/events'
import { newId } from '#platform/ids'
import type { Secrets } from '#platform/secrets/secrets'
import type { DataSources, OrderedData } from '../data/data-sources.ts'
import type { taskFolders } from '../running/task-folders.ts'
import { isProgram, otherPool } from '../images/images.ts'
import type { ImageCatalogue, ImageDefinition } from '../images/images.ts'
import { filledIn } from '../running/command.ts'
import { againRow, newRow, noResources, oneWorker } from './new-row.ts'
import type { TaskOrder } from './new-row.ts'
import { claimOf, needOf } from '../pools/claims.ts'
import type { PoolRow } from '../pools/pool-store.ts'
import type { Pools } from '../pools/pools.ts'
import { reason } from '../running/reasons.ts'
import { orderOf } from './order-of.ts'
import { checkParameters, taskStatus } from '../rules.ts'
import type { TaskStore } from '../store.ts'
import type { TaskRow } from '../task-row.ts'

interface Needs {
  database: Database
  clock: Clock
  events: Events
  secrets: Secrets
  store: TaskStore
  pools: Pools
  images: ImageCatalogue
  dataSources: DataSources
  folders: (taskId: string) => ReturnType<typeof taskFolders>
  require: (taskId: string) => Promise<TaskRow>
  /** Called as the queue changes, and once it has changed. */
  forgetPositions(): void
  requestDispatch(): void
}

/** Says with a refusal which of the data sources is refused, counted from 0. */
function refuseAt(at: number, error: unknown): never {
  throw error instanceof Failure ? fail(error.reason, { ...error.values, dataSource: at }) : error
}

/** Ways that tasks come into the queue, and what may be changed of them there. */
// oxlint-disable-next-line max-lines-per-function -- a maker, whose functions share the state that it holds
export function createCreation(needs: Needs) {
  const { database, clock, events, secrets, store, pools, images, dataSources, folders, require } = needs

  function imageOf(name: string, kind: TaskRow['kind']): ImageDefinition {
    const image = Object.hasOwn(images, name) ? images[name] : undefined
    if (!image || image.taskKind !== kind) throw fail('image.not-found', { image: name })
    return image
  }

  /** Programs of this installation run as they are, all others out of their image. */
  async function fitImage(image: ImageDefinition, name: string, pool: PoolRow): Promise<void> {
    const { capabilities } = await pools.executorOf(pool.id)
    if (capabilities.images !== isProgram(image)) return
    throw fail('image.other-pool', { image: name, pool: pool.name, reason: otherPool(isProgram(image)) })
  }

  /** Adds a task unless it is there already, or its pool is gone by now. */
  function add(row: TaskRow, keep?: () => Promise<void>): Promise<TaskRow> {
    return database.transaction(async () => {
      const existing = await store.find(row.id)
      if (existing !== undefined) return existing
      await pools.require(row.pool)
      await keep?.()
      await store.add(row)
      tell(row.id)
      return row
    })
  }

  function tell(taskId: string): void {
    needs.forgetPositions()
    events.publish({ type: 'task-changed', taskId })
    database.afterCommit(needs.requestDispatch)
  }

  async function start(order: TaskOrder, keep?: () => Promise<void>): Promise<TaskRow> {
    const image = imageOf(order.image, order.kind)
    const id = order.id ?? newId()
    const existing = order.id === undefined ? undefined : await store.find(id)
    if (existing !== undefined) return existing
    const { seed = null, resources = noResources, instances = oneWorker } = order
    const seeded = seed !== null && Object.hasOwn(image.parameters, 'seed') ? { seed } : {}
    const parameters = checkParameters(image.parameters, { ...seeded, ...order.parameters })
    const pool = await pools.fitting(order.pool ?? localPool, needOf({ ...resources, instances }))
    await fitImage(image, order.image, pool)
    const { data: dataFolder, output: outputFolder } = folders(id)
    const command = order.command ?? image.command({ dataFolder, outputFolder, parameters })
    const visible = filledIn(command, { mountPath: dataFolder, outputPath: outputFolder })
    const { seal } = secrets
    return add(newRow({ id, order, image, pool, parameters, command: visible, seal, createdAt: clock.time() }), keep)
  }

  return {
    start,

    /** Makes a training task on what the registered areas offer. They may refuse. */
    async create(
      body: z.output<typeof taskCreate>,
      { id, creator }: { id: string; creator: string },
    ): Promise<TaskRow> {
      const existing = await store.find(id)
      if (existing !== undefined) return existing
      const image = { ...imageOf(body.image, 'training'), name: body.image }
      checkParameters(image.parameters, body.parameters)
      const { instances, resources } = body
      await pools.fitting(body.pool, needOf({ ...resources, instances }))
      const { dataSources: request, ...order } = body
      const used: (OrderedData & { asked: TaskData; mountPath: string })[] = []
      for (const [at, data] of request.entries()) {
        const ordered = await dataSources.take(data, image).catch((error: unknown) => refuseAt(at, error))
        used.push({ ...ordered, asked: data, mountPath: data.mountPath })
      }
      const [first, ...others] = used
      if (first === undefined) throw fail('request.invalid', { detail: 'dataSources: at least one' })
      const { dataSource, prepare, checksum, mountPath, asked: firstAsked } = first
      const moreMounts = others.map((other) => ({
        ...other.dataSource,
        ...other.prepare,
        mountPath: other.mountPath,
        asked: other.asked,
        checksum: other.checksum ?? null,
        folder: null,
      }))
      const data = { dataSource, prepare, checksum, mountPath, asked: firstAsked, moreMounts }
      const made = { ...order, ...data, id, creator }
      return start({ ...made, kind: 'training' }, async () => {
        for (const { keep } of used) await keep?.()
      })
    },

    async update(taskId: string, { priority, pool: poolId }: z.output<typeof taskUpdate>): Promise<TaskRow> {
      const row = await require(taskId)
      const pool = poolId === undefined ? undefined : await pools.fitting(poolId, claimOf(row).need)
      if (pool !== undefined) await fitImage(imageOf(row.image, row.kind), row.image, pool)
      const moved =
        pool === undefined
          ? {}
          : { pool: pool.id, executor: pool.executor, reason: reason('waiting', { pool: pool.name }) }
      const change = { ...moved, ...(priority === undefined ? {} : { priority }) }
      return database.transaction(async () => {
        if (pool !== undefined) await pools.require(pool.id)
        if (taskStatus.isEnd(row.status) || !(await store.changeWaiting(taskId, { ...change, creator: row.creator }))) {
          throw fail('task.not-queuing', { taskId })
        }
        tell(taskId)
        return require(taskId)
      })
    },

    async retry(taskId: string, { id, creator }: { id: string; creator: string }): Promise<TaskRow> {
      const existing = await store.find(id)
      if (existing !== undefined) return existing
      const row = await require(taskId)
      if (!taskStatus.isEnd(row.status)) throw fail('task.not-over', { taskId })
      const image = imageOf(row.image, row.kind)
      const parameters = checkParameters(image.parameters, readJson(row.parameters))
      const pool = await pools.fitting(row.pool, claimOf(row).need)
      await fitImage(image, row.image, pool)
      return add(againRow(row, { id, image, parameters, pool, creator, createdAt: clock.time() }))
    },

    order: async (taskId: string) => orderOf(await require(taskId)),

    record: async (taskId: string) => {
      const { record } = await require(taskId)
      if (record === null) throw fail('task.not-begun', { taskId })
      return readJson(record)
    },
  }
}
