import { fail } from '@vermilion/contract/kernel/errors'
import { localPool } from '@vermilion/contract/tasks/creation'
import type { taskCreate, taskUpdate } from '@vermilion/contract/tasks/creation'
import type { z } from 'zod'
import { flag, readJson, writeJson } from '#platform/database/columns'
import { topic } from '#platform/events/events'
import { newId } from '#platform/ids'
import type { Platform } from '#platform/platform'
import type { DataSources } from '../data/data-sources.ts'
import type { taskFolders } from '../running/task-folders.ts'
import { isProgram, otherPool } from '../images/images.ts'
import type { CommandParts, ImageCatalogue, ImageDefinition } from '../images/images.ts'
import { filledIn } from '../running/command.ts'
import { againRow, newRow, noResources, oneWorker } from './new-row.ts'
import { runsInEnvironment } from '../environments/task-environments.ts'
import type { TaskOrder } from './new-row.ts'
import { claimOf, needOf } from '../pools/claims.ts'
import type { PoolRow } from '../pools/pool-store.ts'
import type { Pools } from '../pools/pools.ts'
import { reason } from '../running/reasons.ts'
import { orderOf } from './order-of.ts'
import { resolveData } from './resolve-data.ts'
import { checkParameters, taskStatus } from '../rules.ts'
import type { TaskStore } from '../store.ts'
import type { TaskRow } from '../rows/task-row.ts'

/** Published inside the transaction that adds a task's rerun. */
export const taskRetried = topic<{ taskId: string; retryOf: string }>('task-retried')

interface Needs extends Pick<Platform, 'database' | 'clock' | 'events' | 'secrets'> {
  store: TaskStore
  pools: Pools
  images: ImageCatalogue
  dataSources: DataSources
  folders: (taskId: string) => ReturnType<typeof taskFolders>
  require: (taskId: string) => Promise<TaskRow>
  isResumable: (row: TaskRow) => Promise<boolean>
  forgetPositions(): void
  requestDispatch(): void
}

// oxlint-disable-next-line max-lines-per-function -- a maker, whose functions share the needs that it holds
export function createCreation(needs: Needs) {
  const { database, clock, events, secrets, store, pools, images, dataSources, folders, require } = needs
  const { isResumable } = needs

  function imageOf(name: string, kind: TaskRow['kind']): ImageDefinition {
    const image = Object.hasOwn(images, name) ? images[name] : undefined
    // An image added by a user may run any program, including a LoRA training.
    const fits = image?.taskKind === kind || (kind === 'fine-tuning' && image?.own !== undefined)
    if (!image || !fits) throw fail('image.not-found', { image: name })
    return image
  }

  /** Built-in programs run in local pools, other images in pools with containers, or in a Python environment where they can. Fails as `image.other-pool`. */
  async function fitImage(image: ImageDefinition, name: string, pool: PoolRow): Promise<void> {
    const { capabilities } = await pools.executorOf(pool.id)
    const isOnDevice = image.onDevice ?? false
    if (capabilities.device === isOnDevice && capabilities.images !== isProgram(image)) return
    if (!capabilities.device && runsInEnvironment(image, capabilities)) return
    throw fail('image.other-pool', { image: name, pool: pool.name, reason: otherPool(image) })
  }

  /** Does nothing when the task exists already; fails when its pool was removed. */
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
    const existing = order.id === undefined ? undefined : await store.find(order.id)
    return existing ?? add(await planRow(order), keep)
  }

  async function planRow(order: TaskOrder): Promise<TaskRow> {
    const image = imageOf(order.image, order.kind)
    const id = order.id ?? newId()
    const { seed = null, resources = noResources, instances = oneWorker } = order
    const parameters = checkParameters(image.parameters, { ...seedFor(image, seed), ...order.parameters })
    const pool = await pools.fitting(order.pool ?? localPool, needOf({ ...resources, instances }))
    await fitImage(image, order.image, pool)
    const { environment = {} } = order
    const visible = visibleCommand(image, { id, parameters, environment, ownCommand: order.command })
    const { seal } = secrets
    return newRow({ id, order, image, pool, parameters, command: visible, seal, createdAt: clock.time() })
  }

  interface CommandOrder extends Pick<CommandParts, 'parameters' | 'environment'> {
    id: string
    ownCommand: readonly string[] | undefined
  }

  function visibleCommand(image: ImageDefinition, { id, ownCommand, ...parts }: CommandOrder): string[] {
    const { data: dataFolder, output: outputFolder } = image.onDevice === true ? onDevice : folders(id)
    const command = ownCommand ?? image.command({ dataFolder, outputFolder, ...parts })
    return filledIn(command, { mountPath: dataFolder, outputPath: outputFolder })
  }

  async function resolveOrder(body: z.output<typeof taskCreate>, creator: string) {
    const image = { ...imageOf(body.image, 'training'), name: body.image }
    checkParameters(image.parameters, body.parameters)
    const { instances, resources } = body
    await pools.fitting(body.pool, needOf({ ...resources, instances }))
    const { dataSources: request, ...order } = body
    const { data, keep } = await resolveData(request, image, dataSources)
    return { image, order: { ...order, ...data, creator, kind: 'training' } satisfies TaskOrder, keep }
  }

  return {
    start,

    async create(
      body: z.output<typeof taskCreate>,
      { id, creator }: { id: string; creator: string },
    ): Promise<TaskRow> {
      const existing = await store.find(id)
      if (existing !== undefined) return existing
      const { order, keep } = await resolveOrder(body, creator)
      return start({ ...order, id }, keep)
    },

    /** The row of a task, for copies of it. Call `keep` in the transaction that adds the first. */
    async plan(body: z.output<typeof taskCreate>, creator: string) {
      const { image, order, keep } = await resolveOrder(body, creator)
      return { row: await planRow(order), parameters: image.parameters, keep }
    },

    /** Adds a copy of a planned row with values of its own, which the image must take. `note` follows in the same transaction. */
    async addCopy(
      plan: TaskRow,
      { id, name, seed, ...copy }: Pick<TaskRow, 'id' | 'name' | 'seed'> & { parameters: Record<string, number> },
      note: () => Promise<void>,
    ): Promise<void> {
      const image = imageOf(plan.image, plan.kind)
      const values = { ...readJson(plan.parameters), ...seedFor(image, seed), ...copy.parameters }
      const parameters = checkParameters(image.parameters, values)
      const pool = await pools.fitting(plan.pool, claimOf(plan).need)
      await fitImage(image, plan.image, pool)
      const ownCommand = plan.ownCommand === null ? undefined : readJson(plan.ownCommand)
      const environment = readJson(plan.environment)
      const command = writeJson(visibleCommand(image, { id, ownCommand, parameters, environment }))
      const made = { id, creator: plan.creator, resumes: flag(false), createdAt: clock.time() }
      const row = againRow(plan, { ...made, image, parameters, pool })
      await database.transaction(async () => {
        await add({ ...row, name, seed, command, retryOf: null })
        await note()
      })
    },

    async update(taskId: string, { priority, pool: poolId }: z.output<typeof taskUpdate>): Promise<TaskRow> {
      const row = await require(taskId)
      const pool = poolId === undefined ? undefined : await pools.fitting(poolId, claimOf(row).need)
      if (pool !== undefined) await fitImage(imageOf(row.image, row.kind), row.image, pool)
      const change = { ...(pool === undefined ? {} : moveTo(pool)), ...(priority === undefined ? {} : { priority }) }
      return database.transaction(async () => {
        if (pool !== undefined) await pools.require(pool.id)
        if (taskStatus.isEnd(row.status) || !(await store.changeWaiting(taskId, { ...change, creator: row.creator }))) {
          throw fail('task.not-queuing', { taskId })
        }
        tell(taskId)
        return require(taskId)
      })
    },

    /** With `resumes`, the new task continues from the earlier task's checkpoint. */
    async retry(
      taskId: string,
      { id, creator, resumes = false }: { id: string; creator: string; resumes?: boolean },
    ): Promise<TaskRow> {
      const existing = await store.find(id)
      if (existing !== undefined) return existing
      const row = await require(taskId)
      if (!taskStatus.isEnd(row.status)) throw fail('task.not-over', { taskId })
      if (resumes && !(await isResumable(row))) throw fail('task.no-checkpoint')
      const image = imageOf(row.image, row.kind)
      const parameters = checkParameters(image.parameters, readJson(row.parameters))
      const pool = await pools.fitting(row.pool, claimOf(row).need)
      await fitImage(image, row.image, pool)
      const made = { id, creator, resumes: flag(resumes), createdAt: clock.time() }
      const again = againRow(row, { ...made, image, parameters, pool })
      return add(again, () => events.emit(taskRetried, { taskId: id, retryOf: taskId }))
    },

    order: async (taskId: string) => orderOf(await require(taskId)),
    record: async (taskId: string) => recordOf(await require(taskId)),
  }
}

const onDevice = { data: 'data', output: 'output' } as const

const moveTo = (pool: PoolRow) => ({
  pool: pool.id,
  executor: pool.executor,
  reason: reason('waiting', { pool: pool.name }),
})

function recordOf({ id, record }: TaskRow) {
  if (record === null) throw fail('task.not-begun', { taskId: id })
  return readJson(record)
}

const seedFor = ({ parameters }: ImageDefinition, seed: number | null) =>
  seed !== null && Object.hasOwn(parameters, 'seed') ? { seed } : {}
