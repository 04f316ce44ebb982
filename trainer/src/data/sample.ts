import type { Truth } from '@vermilion/contract/detection/prediction'

/** One image of the data with what is in it. */
export interface Sample {
  /** Relative to the data folder, with forward slashes. */
  path: string
  file: string
  /** Of the upright image, in pixels. */
  width: number
  height: number
  truth: Truth[]
}

export type Split = 'train' | 'val' | 'test'

/** A data folder as it was read: class names in index order, images by path. */
export interface DataFolder {
  labels: string[]
  splits: Record<Split, Sample[]>
}
