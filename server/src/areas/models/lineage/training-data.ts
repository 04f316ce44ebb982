import type { splits } from '@vermilion/contract/datasets/kinds'
import type { ModelTrainingData } from '@vermilion/contract/models/training-data'
import { z } from 'zod'
import type { Datasets } from '#areas/datasets'
import type { Tasks } from '#areas/tasks'
import { readJson } from '#platform/database/columns'
import type { ConversionStore } from '../convert/conversion-store.ts'
import type { ModelStore } from '../store.ts'

interface TrainingDataNeeds {
  store: Pick<ModelStore, 'find' | 'sourceTask'>
  tasks: Pick<Tasks, 'row'>
  datasets: Datasets
  conversions: Pick<ConversionStore, 'of'>
}

type Counts = Record<(typeof splits)[number], number>

export interface ReadContent {
  readonly contents: readonly string[]
  /** True when the training read nothing else. */
  readonly isAll: boolean
}

const contentReference = z.object({ version: z.string() })
const maxConversions = 20
/** Snapshots with cached counts: they never change. */
const maxCounted = 100

export type TrainingData = ReturnType<typeof createTrainingData>

/** Training data of models, also through conversions, while the training exists. */
export function createTrainingData({ store, tasks, datasets, conversions }: TrainingDataNeeds) {
  const counted = new Map<string, Promise<Counts>>()

  async function trainingOf(modelId: string) {
    let current = modelId
    for (let step = 0; step < maxConversions; step += 1) {
      const model = await store.find(current)
      if (model === undefined) return undefined
      // An imported training result is not the training's own model.
      const taskId = model.taskId ?? (await store.sourceTask(current))
      if (taskId !== null) return tasks.row(taskId).catch(() => undefined)
      const conversion = await conversions.of(current)
      if (conversion === undefined) return undefined
      current = conversion.sourceId
    }
    return undefined
  }

  function contentsOf({ mounts }: Awaited<ReturnType<Tasks['row']>>): ReadContent {
    const sources = readJson(mounts)
    const contents = sources.flatMap(({ kind, reference }) =>
      kind === 'dataset' ? (contentReference.safeParse(reference).data?.version ?? []) : [],
    )
    return { contents, isAll: contents.length === sources.length }
  }

  function countImages(content: string): Promise<Counts> {
    const existing = counted.get(content)
    if (existing !== undefined) return existing
    if (counted.size >= maxCounted) counted.clear()
    // Concurrent callers share a count, which reads a whole snapshot.
    const counting = countSplits(content)
    counted.set(content, counting)
    counting.catch(() => counted.delete(content))
    return counting
  }

  async function countSplits(content: string): Promise<Counts> {
    const counts: Counts = { train: 0, validation: 0, test: 0 }
    for await (const { split } of datasets.snapshots.imagesOf(content)) counts[split] += 1
    return counts
  }

  return {
    async contentsOf(modelId: string): Promise<ReadContent | undefined> {
      const task = await trainingOf(modelId)
      return task && contentsOf(task)
    },

    async of(modelId: string): Promise<ModelTrainingData | null> {
      const task = await trainingOf(modelId)
      const [content] = task === undefined ? [] : contentsOf(task).contents
      if (task === undefined || content === undefined) return null
      const dataset = await datasets.service.require(task.dataId).catch(() => undefined)
      if (dataset === undefined) return null
      const version = (await datasets.versions.byContent(dataset.id, [content])).get(content)
      return {
        datasetId: dataset.id,
        datasetName: dataset.name,
        versionId: version?.id ?? null,
        versionNumber: version?.number ?? null,
        splits: version?.splits ?? (await countImages(content)),
      }
    },
  }
}
