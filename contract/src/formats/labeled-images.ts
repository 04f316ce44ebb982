import type { Box } from '../labels/box.ts'

/** Images with labelled boxes: what every detection format says, free of its file layout. */
export interface LabeledImages {
  /** Index order is the class order of the files. */
  labels: { name: string; colour?: string }[]
  images: LabeledImage[]
}

export interface LabeledImage {
  /** As the file says it: relative, with forward slashes. */
  path: string
  width: number
  height: number
  /** Empty for an image that was looked at and shows no object. */
  boxes: LabeledBox[]
}

export interface LabeledBox {
  labelIndex: number
  /** In pixels of the upright image. */
  box: Box
  /** Confidence, 0 to 1, where a model made the box. */
  score?: number
}
