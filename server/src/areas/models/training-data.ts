import type { splits } from '@vermilion/contract/datasets/kinds'
import type { ModelTrainingData } from '@vermilion/contract/models/training-data'
import { z } from 'zod'
import type { Datasets } from '#areas/datasets'
import type { Tasks } from '#areas/tasks'
import { readJson } from '#platform/database/columns'
import type { ConversionStore } from './convert/conversion-store.ts'
import type { ModelStore } from './store.ts'

interface TrainingDataNeeds {
  store: Pick<ModelStore, 'find' | 'sourceTask'>
  tasks: Pick<Tasks, 'row'>
  datasets: Datasets
  conversions: Pick<ConversionStore, 'of'>
}

type Counts = Record<(typeof splits)[number], number>

/** What a training read. */
export interface ReadContent {
  /** Snapshots of datasets. */
  readonly contents: readonly string[]
  /** Whether that is all that it read. */
  readonly isAll: boolean
}

const contentReference = z.object({ version: z.string() })
/** Conversions that may lie between a model and the training that it comes of. */
const mostConversions = 20
/** Snapshots whose images were counted: they never change. */
const mostCounted = 100

export type TrainingData = ReturnType<typeof createTrainingData>

/** Tells what models were trained on, through conversions; as long as the training is there. */
export function createTrainingData({ store, tasks, datasets, conversions }: TrainingDataNeeds) {
  const counted = new Map<string, Promise<Counts>>()

  /** The task that made a model, or what it was converted from. */
  async function trainingOf(modelId: string) {
    let current = modelId
    for (let step = 0; step < mostConversions; step += 1) {
      const model = await store.find(current)
      if (model === undefined) return undefined
      // One that was picked among the results of a training is not that training's own.
      const taskId = model.taskId ?? (await store.sourceTask(current))
      if (taskId !== null) return tasks.row(taskId).catch(() => undefined)
      const conversion = await conversions.of(current)
      if (conversion === undefined) return undefined
      current = conversion.sourceId
    }
    return undefined
  }

  function contentsOf({ mounts, dataKind, dataOrder }: Awaited<ReturnType<Tasks['row']>>): ReadContent {
    const all = readJson(mounts)
    const sources = all.length > 0 ? all : [{ ...readJson(dataOrder), kind: dataKind }]
    const contents = sources.flatMap(({ kind, reference }) =>
      kind === 'dataset' ? (contentReference.safeParse(reference).data?.version ?? []) : [],
    )
    return { contents, isAll: contents.length === sources.length }
  }

  function countImages(content: string): Promise<Counts> {
    const existing = counted.get(content)
    if (existing !== undefined) return existing
    if (counted.size >= mostCounted) counted.clear()
    // Whoever asks meanwhile waits for the same: to count reads all of a snapshot.
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
    /** Undefined where it is not known. */
    async contentsOf(modelId: string): Promise<ReadContent | undefined> {
      const task = await trainingOf(modelId)
      return task && contentsOf(task)
    },

    /** Null where it is not known, and where it was no dataset that is still there. */
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
