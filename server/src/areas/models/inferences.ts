import type { Account } from '@vermilion/contract/accounts'
import { fail } from '@vermilion/contract/kernel/errors'
import type { Page, PageQuery } from '@vermilion/contract/kernel/page'
import type { Language } from '@vermilion/contract/kernel/text'
import type { InferenceResult, inferenceReport, Model, modelEndpoints } from '@vermilion/contract/models'
import type { Received } from '@vermilion/contract/kernel/endpoint'
import type { Task } from '@vermilion/contract/tasks'
import type { z } from 'zod'
import type { Datasets } from '#areas/datasets'
import type { Spaces } from '#areas/spaces'
import type { Tasks } from '#areas/tasks'
import type { BlobStore } from '#platform/blobs/blob-store'
import { readJson } from '#platform/database/columns'
import { createInferenceData, inferenceReference } from './inference-data.ts'
import type { InferenceReference } from './inference-data.ts'
import { createInferenceImages } from './inference-images.ts'
import { createInferenceResults } from './inference-results.ts'
import type { ModelStore } from './store.ts'

type InferenceOrder = Received<typeof modelEndpoints.startInference>['body']
type Report = z.output<typeof inferenceReport>

export interface InferencesNeeds {
  store: ModelStore
  tasks: Tasks
  datasets: Datasets
  spaces: Spaces
  blobs: BlobStore
}

const inferenceImage = 'vermilion/onnx-inference'
const dataSourceName = 'inference'

/** Runs models over images as tasks, and reads what they found. */
export function createInferences(needs: InferencesNeeds) {
  const { store, tasks, datasets, spaces, blobs } = needs
  const results = createInferenceResults(tasks)
  const writeImages = createInferenceImages({ datasets, spaces })
  tasks.dataSources.register(dataSourceName, createInferenceData({ datasets, blobs }))

  /** Fails as `task.not-found` for a task that is no inference. */
  async function find(taskId: string): Promise<InferenceReference> {
    const row = await tasks.row(taskId)
    if (row.kind !== 'cloud-inference') throw fail('task.not-found', { taskId })
    return inferenceReference.parse(readJson(row.dataOrder).reference)
  }

  return {
    /** Fails as `task.not-found` for a task that is no inference. */
    async require(taskId: string): Promise<{ name: string; isEnded: boolean }> {
      await find(taskId)
      const { name, endedAt } = await tasks.row(taskId)
      return { name, isEnded: endedAt !== null }
    },

    resultsAt: results.resultsAt,

    /** Fails as `dataset.not-found`, `space.not-found` or `dataset.empty`. `id` is the task's. */
    async start(
      model: Model,
      order: InferenceOrder,
      { id, creator, language }: { id: string; creator: Account; language: Language },
    ): Promise<Task> {
      const { source, confidence, overlap, ...task } = order
      const { content, data } = await writeImages(source)
      const { id: modelId, name: modelName, checksum } = model
      const reference: InferenceReference = { version: content.checksum, modelId, modelName, checksum }
      const image = { image: inferenceImage, parameters: { confidence, overlap } }
      const prepare = { by: dataSourceName, reference }
      const { checksum: read } = content
      return tasks.start(
        {
          ...task,
          ...image,
          id,
          kind: 'cloud-inference',
          creator: creator.username,
          dataSource: data,
          checksum: read,
          prepare,
        },
        language,
        () => datasets.snapshots.keep(content),
      )
    },

    async report(taskId: string): Promise<Report> {
      const { modelId, modelName } = await find(taskId)
      const about = { modelId: (await store.find(modelId)) ? modelId : null, modelName }
      return { ...about, ...(await results.report(taskId)) }
    },

    /** What was found so far, in the order of the images. */
    async results(taskId: string, query: PageQuery): Promise<Page<InferenceResult>> {
      await find(taskId)
      return results.page(taskId, query)
    },
  }
}
