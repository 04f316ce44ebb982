import type { Account } from '@vermilion/contract/accounts'
import { boardRuntimes, imageOfRuntime, onnxRuntimes } from '@vermilion/contract/board-inferences'
import type { BoardInference, boardInferenceEndpoints } from '@vermilion/contract/board-inferences'
import { fail } from '@vermilion/contract/kernel/errors'
import type { Received } from '@vermilion/contract/kernel/endpoint'
import type { Page, PageQuery } from '@vermilion/contract/kernel/page'
import type { Language } from '@vermilion/contract/kernel/text'
import type { InferenceModel } from '@vermilion/contract/models'
import type { Task } from '@vermilion/contract/tasks'
import { parameterOptions, taskDeleted, taskEnded, taskRetried } from '#areas/tasks'
import type { Platform } from '#platform/platform'
import type { Inferences } from '../inference/inferences.ts'
import type { InferenceOrderRow } from '../inference/order-store.ts'
import { createBoardPresentation, type PresentationNeeds } from './presentation.ts'

type BoardOrder = Received<typeof boardInferenceEndpoints.startBoardInference>['body']

interface BoardNeeds extends PresentationNeeds, Pick<Platform, 'clock' | 'events'> {
  inferences: Inferences
}

interface Caller {
  id: string
  creator: Account
  language: Language
}

/** Leaves room for the suffix of a task's name. */
const maxNameLength = 44

// oxlint-disable-next-line max-lines-per-function -- a maker, whose functions share what it is input
export function createBoardInferences(needs: BoardNeeds) {
  const { clock, events, tasks, devices, orders, inferences } = needs

  async function tellTraining(trainingId: string): Promise<void> {
    const latest = await orders.latestOfTraining(trainingId)
    await tasks.noteBoard(trainingId, latest?.taskId ?? null)
    events.publish({ type: 'task-changed', taskId: trainingId })
  }
  events.listen(taskEnded, async ({ taskId, kind }) => {
    const trainingId = kind === 'board-inference' ? (await orders.find(taskId))?.trainingId : undefined
    if (typeof trainingId === 'string') events.publish({ type: 'task-changed', taskId: trainingId })
  })
  events.listen(taskRetried, async ({ taskId, retryOf }) => {
    const order = await orders.find(retryOf)
    if (order === undefined) return
    await orders.add({ ...order, taskId, createdAt: clock.time() })
    if (order.kind === 'board-inference' && order.trainingId !== null) await tellTraining(order.trainingId)
  })
  events.listen(taskDeleted, async ({ taskId }) => {
    const trainingId = (await orders.find(taskId))?.trainingId
    await orders.forget(taskId)
    if (typeof trainingId === 'string') await tellTraining(trainingId)
  })

  async function require(taskId: string): Promise<InferenceOrderRow> {
    const row = await orders.find(taskId)
    if (row === undefined) throw fail('task.not-found', { taskId })
    return row
  }

  const { counterpart, present } = createBoardPresentation(needs)

  return {
    counterpart,
    require,

    async start(model: InferenceModel, order: BoardOrder, { id, creator, language }: Caller): Promise<Task> {
      const {
        source,
        confidence = await inferences.usualConfidenceOf(model),
        overlap,
        deviceId,
        runtime,
        modelFile,
        sustainedSeconds,
        compare,
        ...rest
      } = order
      if (!onnxRuntimes.has(runtime) && modelFile === null)
        throw fail('board-inference.model-file-missing', { runtime: boardRuntimes[runtime] })
      const device = await devices.service.get(deviceId)
      const image = imageOfRuntime(runtime)
      const parameters = { confidence, overlap, sustainedSeconds }
      const ownCommand = commandOf(rest.command, { image, parameters, modelFile })
      const pool = await tasks.pools.devicePools.ensure(device)
      const about = { deviceId, deviceName: device.name, runtime, trainingId: model.taskId }
      const task = await inferences.order(model, source, {
        task: {
          ...rest,
          command: ownCommand,
          id,
          image,
          pool,
          parameters,
          creator: creator.username,
          kind: 'board-inference',
        },
        language,
        async keep(row) {
          await orders.add({ ...row, ...about })
          await devices.records.keep(deviceId, 'inference-run', {
            account: creator.username,
            detail: `${model.name} (${order.name})`,
          })
          if (model.taskId !== null) await tellTraining(model.taskId)
        },
      })
      if (compare && (await counterpart(await require(task.id))) === null) {
        const name = `${order.name.slice(0, maxNameLength)}-cloud`
        const cloud = { ...cloudDefaults, name, priority: order.priority, source, confidence, overlap, tiles: null }
        await inferences.start(model, cloud, { id: `${id}-cloud`, creator, language })
      }
      return task
    },

    get: async (taskId: string, language: Language): Promise<BoardInference> => {
      const row = await require(taskId)
      if (row.kind !== 'board-inference') throw fail('task.not-found', { taskId })
      return present(row, language)
    },

    async page(
      { device, model, like, ...page }: PageQuery & Record<'device' | 'model' | 'like', string | undefined>,
      language: Language,
    ): Promise<Page<BoardInference>> {
      const same = like === undefined ? undefined : await require(like)
      const match = await orders.page({ ...page, deviceId: device, modelId: model, like: same })
      return { ...match, items: await Promise.all(match.items.map((row) => present(row, language))) }
    },
  }

  function commandOf(
    input: readonly string[] | undefined,
    { image, parameters, modelFile }: { image: string; parameters: Record<string, number>; modelFile: string | null },
  ): string[] | undefined {
    if (input === undefined && modelFile === null) return undefined
    const folders = { dataFolder: '{mountPath}', outputFolder: '{outputPath}' }
    const command = input ?? tasks.images[image]?.command({ ...folders, parameters, environment: {} }) ?? []
    const full = command.flatMap((part) => (part === '{parameters}' ? parameterOptions(parameters) : [part]))
    return modelFile === null ? full : [...full, '--model-file', modelFile]
  }
}

const cloudDefaults = {
  pool: 'local',
  resources: { cpu: null, memoryBytes: null, accelerator: { type: 'none', count: 0 } },
  outputPath: '/output',
  environment: {},
  secrets: {},
  timeLimitSeconds: null,
  restarts: { limit: 0, backoffSeconds: 10 },
} as const
