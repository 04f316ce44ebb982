import type { TaskKind } from '@vermilion/contract/tasks'
import type { Datasets } from '#areas/datasets'
import type { Tasks } from '#areas/tasks'
import { newlyAdded } from './model-row.ts'

export const makersOfModels: ReadonlySet<TaskKind> = new Set<TaskKind>(['training', 'fine-tuning'])

interface LineageNeeds {
  readonly tasks: Pick<Tasks, 'row'>
  readonly datasets: Datasets
}

/** What a model of a task's results is to say of how it came to be. Fails as `task.not-found`. */
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
    // A dataset that was deleted meanwhile was read as all are: as a COCO folder of images.
    datasetFormat: dataset?.format ?? 'coco',
    datasetType: dataset?.type ?? 'image',
    taskId,
    taskName: task.name,
  } as const
}
