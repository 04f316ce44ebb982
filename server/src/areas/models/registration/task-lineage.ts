import type { ItemFilter } from '@vermilion/contract/datasets/items'
import type { TaskKind } from '@vermilion/contract/tasks'
import type { Datasets } from '#areas/datasets'
import type { Tasks } from '#areas/tasks'
import { newlyAdded } from '../rows/model-row.ts'

export const makersOfModels: ReadonlySet<TaskKind> = new Set<TaskKind>(['training', 'fine-tuning'])

interface LineageNeeds {
  readonly tasks: Pick<Tasks, 'row'>
  readonly datasets: Datasets
}

const maxCovers = 4

async function coversOf({ lists }: Pick<Datasets, 'lists'>, datasetId: string): Promise<string[]> {
  const first = (filter: ItemFilter) =>
    lists.items(datasetId, { available: true, ...filter, limit: maxCovers, shapes: false })
  const validated = (await first({ split: ['validation'] })).items
  const images = validated.length > 0 ? validated : (await first({})).items
  return images.map(({ fileId }) => fileId)
}

export async function lineageOf({ tasks, datasets }: LineageNeeds, taskId: string) {
  const task = await tasks.row(taskId)
  const isDataset = task.dataKind === 'dataset'
  const dataset = isDataset ? await datasets.service.require(task.dataId).catch(() => undefined) : undefined
  return {
    ...newlyAdded,
    name: task.name,
    framework: task.framework,
    datasetId: isDataset ? task.dataId : null,
    datasetName: task.dataName,
    // A deleted dataset counts as read in the default format, COCO.
    datasetFormat: dataset?.format ?? 'coco',
    datasetType: dataset?.type ?? 'image',
    taskId,
    taskName: task.name,
    covers: dataset === undefined ? [] : await coversOf(datasets, dataset.id),
    creator: task.creator,
  } as const
}
