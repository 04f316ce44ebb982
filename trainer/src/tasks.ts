import { classification } from './classifier/task.ts'
import type { Sample } from './data/sample.ts'
import { detection } from './detector/task.ts'
import { segmentation } from './segmenter/task.ts'
import type { TruthShape } from '@vermilion/contract/predictions'
import type { ModelTask } from '@vermilion/contract/detection/model-metadata'
import type { Surroundings } from './surroundings.ts'
import type { TrainingOptions } from './training/options.ts'
import type { Task } from './training/task.ts'
import { train } from './training/train.ts'

interface LabeledFile {
  path: string
  file: string
  truth: TruthShape[]
}

interface AnyTask {
  train(options: TrainingOptions, surroundings: Surroundings): Promise<boolean>
  hasLabels(folder: string): boolean
  readLabels(folder: string): Promise<LabeledFile[]>
}

function anyTask<S extends Sample>(task: Task<S>): AnyTask {
  return {
    train: (options, surroundings) => train(task, options, surroundings),
    hasLabels: (folder) => task.hasLabels(folder),
    async readLabels(folder) {
      const { labels, splits } = await task.read(folder)
      const samples = Object.values(splits).flat()
      return samples.map((sample) => ({ path: sample.path, file: sample.file, truth: task.truthOf(sample, labels) }))
    },
  }
}

const tasks: Readonly<Record<ModelTask, AnyTask>> = {
  detection: anyTask(detection),
  classification: anyTask(classification),
  segmentation: anyTask(segmentation),
}

export function runTraining(options: TrainingOptions, surroundings: Surroundings): Promise<boolean> {
  return tasks[options.task].train(options, surroundings)
}

/** True when the folder has annotations the task can use. */
export function hasLabels(task: ModelTask, folder: string): boolean {
  return tasks[task].hasLabels(folder)
}

export function readLabels(task: ModelTask, folder: string): Promise<LabeledFile[]> {
  return tasks[task].readLabels(folder)
}
