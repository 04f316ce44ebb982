import type { Truth } from '@vermilion/contract/detection/prediction'

export interface Sample<T = unknown> {
  /** Relative to the data folder, with forward slashes. */
  path: string
  file: string
  width: number
  height: number
  truth: T
}

export type DetectionSample = Sample<Truth[]>

export type Split = 'train' | 'val' | 'test'

export interface DataFolder<S extends Sample = DetectionSample> {
  labels: string[]
  splits: Record<Split, S[]>
}

export interface TrainingData<S extends Sample> {
  labels: readonly string[]
  train: readonly S[]
  val: readonly S[]
}
