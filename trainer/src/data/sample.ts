import type { Truth } from '@vermilion/contract/detection/prediction'

/** An image with its truth, in the form of one task. */
export interface Sample<T = unknown> {
  /** Relative to the data folder, with forward slashes. */
  path: string
  file: string
  /** Size of the upright image in pixels. */
  width: number
  height: number
  truth: T
}

/** Objects in boxes. */
export type DetectionSample = Sample<Truth[]>

export type Split = 'train' | 'val' | 'test'

/** A data folder as it was read: class names in index order, images by path. */
export interface DataFolder<S extends Sample = DetectionSample> {
  labels: string[]
  splits: Record<Split, S[]>
}

export interface TrainingData<S extends Sample> {
  labels: readonly string[]
  train: readonly S[]
  val: readonly S[]
}
