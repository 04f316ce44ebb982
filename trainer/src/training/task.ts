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

/** An image as a batch shows it. */
export interface SeenSample<S extends Sample> {
  sample: S
  /** Place of the sample among those of its split. */
  index: number
  view: View
  /** The class of each pixel of the input, where the lesson asks for such a map; valid until the next is read. */
  classes(): Uint16Array
}

/** Accumulates validation outputs one by one and computes metrics. */
export interface Measure<S extends Sample> {
  /** `output`: the part of the model's output that speaks of this image. */
  take(sample: Omit<SeenSample<S>, 'view'>, output: Float32Array): void
  /** `count`: how many things the figures were measured over. */
  figures(): { metrics: Figures; count: number }
}

/** Metadata that differ by task. */
export type OwnMetadata = ModelDescription extends infer Each
  ? Each extends ModelDescription
    ? Omit<Each, 'version' | 'labels' | 'input' | 'trainer' | 'training' | 'metrics'>
    : never
  : never

/** The parts of a training that depend on its task: network, targets, loss, metrics. */
export interface Lesson<S extends Sample> {
  network: Network
  /** The class of each pixel of an input, kept beside its image; none by default. */
  classMap?: ClassMap<S>
  writeTargets(samples: readonly SeenSample<S>[], targets: Readonly<Record<string, FloatTensor>>): void
  measure(): Measure<S>
  /** The measure by which the best epoch is kept. */
  keptRule: KeptRule
  /** Score of a validation; greater is better. */
  fitness(metrics: Figures, losses: readonly number[]): number
  names: ResultNames
  metadata: OwnMetadata
  /** Metadata that other programs look for beside ours. */
  foreignMetadata: Readonly<Record<string, string>>
}

export interface Task<S extends Sample> {
  /** Throws `dataset.import-invalid`, which says where and what. */
  read(folder: string): Promise<DataFolder<S>>
  /** True when the folder has annotations that `read` accepts. */
  hasLabels(folder: string): boolean
  /** Truth of an image for a report. */
  truthOf(sample: S, labels: readonly string[]): TruthShape[]
  learn(data: TrainingData<S>, configuration: Configuration): Lesson<S>
}
