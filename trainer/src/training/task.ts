import type { ModelDescription } from '@vermilion/contract/detection/model-metadata'
import type { TruthShape } from '@vermilion/contract/predictions'
import type { KeptRule } from '@vermilion/contract/tasks/kept-rule'
import type { View } from '../data/augmentation.ts'
import type { ClassMap } from '../data/image-cache.ts'
import type { DataFolder, Sample, TrainingData } from '../data/sample.ts'
import type { Network } from '../network/network.ts'
import type { FloatTensor } from '../runtime.ts'
import type { Configuration } from './options.ts'
import type { Figures, ResultNames } from './results.ts'

export interface SeenSample<S extends Sample> {
  sample: S
  index: number
  view: View
  /** Class per input pixel, if the task has a class map; valid until the next read. */
  classes(): Uint16Array
}

/** Accumulates validation outputs one by one and computes metrics. */
export interface Measure<S extends Sample> {
  add(sample: Omit<SeenSample<S>, 'view'>, output: Float32Array): void
  /** `count`: number of measured objects. */
  figures(): { metrics: Figures; count: number }
}

export type OwnMetadata = ModelDescription extends infer Each
  ? Each extends ModelDescription
    ? Omit<Each, 'version' | 'labels' | 'input' | 'trainer' | 'training' | 'metrics'>
    : never
  : never

/** The parts of a training that depend on its task: network, targets, loss, metrics. */
export interface TaskDefinition<S extends Sample> {
  network: Network
  /** Class per pixel of an input, cached beside the image; none by default. */
  classMap?: ClassMap<S>
  writeTargets(samples: readonly SeenSample<S>[], targets: Readonly<Record<string, FloatTensor>>): void
  measure(): Measure<S>
  keptRule: KeptRule
  fitness(metrics: Figures, losses: readonly number[]): number
  names: ResultNames
  metadata: OwnMetadata
  foreignMetadata: Readonly<Record<string, string>>
}

export interface Task<S extends Sample> {
  /** Throws `dataset.import-invalid` with location and reason. */
  read(folder: string): Promise<DataFolder<S>>
  hasLabels(folder: string): boolean
  truthOf(sample: S, labels: readonly string[]): TruthShape[]
  learn(data: TrainingData<S>, configuration: Configuration): TaskDefinition<S>
}
