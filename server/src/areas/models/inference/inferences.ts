import type { Account } from '@vermilion/contract/accounts'
import { fail } from '@vermilion/contract/kernel/errors'
import type { Page, PageQuery } from '@vermilion/contract/kernel/page'
import type { Language } from '@vermilion/contract/kernel/text'
import {
  type InferenceModel,
  type InferenceResult,
  isInferenceModel,
  minInferenceConfidence,
  type modelEndpoints,
} from '@vermilion/contract/models'
import type { InferenceReport } from '@vermilion/contract/models/inference-report'
import type { Received } from '@vermilion/contract/kernel/endpoint'
import type { Task } from '@vermilion/contract/tasks'
import type { Datasets } from '#areas/datasets'
import type { Spaces } from '#areas/spaces'
import type { TaskOrder, Tasks } from '#areas/tasks'
import { readJson } from '#platform/database/columns'
import type { Platform } from '#platform/platform'
import { createInferenceData, inferenceReference, type InferenceReference } from './inference-data.ts'
import { createInferenceImages } from './inference-images.ts'
import { createInferenceResults } from './inference-results.ts'
import { parametersOfTiles, rowOfParameters } from './tiling.ts'
import { createBoardData } from '../board/board-data.ts'
import type { InferenceOrderRow, InferenceOrderStore } from './order-store.ts'
import type { createRecommendedThreshold } from '../serving/recommended-threshold.ts'
import type { ModelStore } from '../store.ts'

type InferenceOrder = Received<typeof modelEndpoints.startInference>['body']

interface InferencesNeeds extends Pick<Platform, 'blobs' | 'clock'> {
  store: ModelStore
  tasks: Tasks
  datasets: Datasets
  spaces: Spaces
  orders: InferenceOrderStore
  recommendedThreshold: ReturnType<typeof createRecommendedThreshold>
}

const inferenceImage = 'vermilion/onnx-inference'
const nowhere = { deviceId: null, deviceName: null, runtime: null, trainingId: null } as const
const sourceNames = { 'cloud-inference': 'inference', 'board-inference': 'board-inference' } as const
type InferenceKind = keyof typeof sourceNames
const isInference = (kind: string): kind is InferenceKind => Object.hasOwn(sourceNames, kind)

interface InferenceTask {
  task: Omit<TaskOrder, 'dataSource' | 'prepare' | 'checksum' | 'kind'> & { id: string; kind: InferenceKind }
  language: Language
  keep(row: InferenceOrderRow): Promise<void>
}

async function findReference(tasks: Tasks, taskId: string): Promise<InferenceReference> {
  const row = await tasks.row(taskId)
  if (!isInference(row.kind)) throw fail('task.not-found', { taskId })
  return inferenceReference.parse(readJson(row.dataOrder).reference)
}

async function describeSource(
  { tasks, datasets }: Pick<InferencesNeeds, 'tasks' | 'datasets'>,
  taskId: string,
): Promise<InferenceReport['source']> {
  const { version, versionNumber, splits } = await findReference(tasks, taskId)
  const { dataKind: kind, dataId: id, dataName: name } = await tasks.row(taskId)
  const same = kind === 'dataset' ? (await datasets.versions.byContent(id, [version])).get(version) : undefined
  return { kind, id, name, versionNumber: versionNumber ?? same?.number ?? null, splits }
}

export type Inferences = ReturnType<typeof createInferences>

export function createInferences(needs: InferencesNeeds) {
  const { store, tasks, datasets, spaces, blobs, clock, orders, recommendedThreshold } = needs
  const results = createInferenceResults(tasks)
  const writeImages = createInferenceImages({ datasets, spaces })
  const data = createInferenceData({ datasets, blobs })
  tasks.dataSources.register(sourceNames['cloud-inference'], data)
  tasks.dataSources.register(sourceNames['board-inference'], createBoardData(data))

  const usualConfidenceOf = async (model: InferenceModel): Promise<number> =>
    Math.max(minInferenceConfidence, (await recommendedThreshold(model)).confidence)

  const find = (taskId: string) => findReference(tasks, taskId)
  const sourceOf = (taskId: string) => describeSource(needs, taskId)

  async function startTask(
    model: InferenceModel,
    source: InferenceOrder['source'],
    { task, language, keep }: InferenceTask,
  ): Promise<Task> {
    const { content, data: dataSource, versionNumber, splits } = await writeImages(source)
    const { id: modelId, name: modelName, checksum } = model
    const about = { version: content.checksum, modelId, modelName, checksum }
    const reference: InferenceReference = { ...about, versionNumber, splits }
    const prepare = { by: sourceNames[task.kind], reference }
    const row = {
      ...about,
      ...nowhere,
      ...rowOfParameters(task.parameters),
      taskId: task.id,
      kind: task.kind,
      createdAt: clock.time(),
    }
    return tasks.start({ ...task, dataSource, checksum: content.checksum, prepare }, language, async () => {
      await datasets.snapshots.keep(content)
      await keep(row)
    })
  }

  return {
    async require(taskId: string): Promise<{ name: string; isEnded: boolean }> {
      await find(taskId)
      const { name, endedAt } = await tasks.row(taskId)
      return { name, isEnded: endedAt !== null }
    },

    resultsAt: results.resultsAt,

    /** Fails as `dataset.not-found`, `space.not-found` or `dataset.empty`. `id` is the task's. */
    async start(
      model: InferenceModel,
      order: InferenceOrder,
      { id, creator, language }: { id: string; creator: Pick<Account, 'username'>; language: Language },
    ): Promise<Task> {
      const { source, confidence = await usualConfidenceOf(model), overlap, tiles, ...task } = order
      const parameters = { confidence, overlap, ...parametersOfTiles(model, tiles) }
      const image = { image: inferenceImage, parameters, creator: creator.username }
      return startTask(model, source, {
        task: { ...task, ...image, id, kind: 'cloud-inference' },
        language,
        keep: async (row) => void (await orders.add(row)),
      })
    },

    sourceOf,

    usualConfidenceOf,

    /** Undefined when the task's model was deleted. Fails as `task.not-found`. */
    async recommendedThresholdOf(taskId: string): Promise<number | undefined> {
      const model = await store.find((await find(taskId)).modelId)
      return model && isInferenceModel(model) ? (await recommendedThreshold(model)).confidence : undefined
    },

    referenceOf: find,

    modelNameOf: async (taskId: string): Promise<string> => (await find(taskId)).modelName,

    imagesOf: writeImages,

    order: startTask,

    async report(taskId: string): Promise<InferenceReport> {
      const { modelId, modelName } = await find(taskId)
      const about = { modelId: (await store.find(modelId)) ? modelId : null, modelName }
      const tiles = await orders.tilesOf(taskId)
      return { ...about, tiles, source: await sourceOf(taskId), ...(await results.report(taskId)) }
    },

    async results(taskId: string, query: PageQuery): Promise<Page<InferenceResult>> {
      await find(taskId)
      return results.page(taskId, query)
    },
  }
}
