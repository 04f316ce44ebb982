import type { ModelMetadata, ModelTask } from '../detection/model-metadata.ts'
import type { Text } from '../kernel/text.ts'
import type { UnreadPicture } from '../pictures/problems.ts'
import type { PredictionLine } from '../predictions.ts'

export interface PredictionRequest {
  /** Checksum of the model file, which stays open while requests repeat it. */
  readonly checksum: string
  /** Path of the model file, or its bytes. */
  readonly model: string | Uint8Array
  readonly image: Uint8Array
  /** Metadata to try instead of the file's own; the outputs are validated more strictly. */
  readonly trial?: ModelMetadata
}

/** Predictions of an image, including `faint` boxes below the threshold. */
export interface ImagePrediction extends Pick<PredictionLine, 'predictions' | 'faint' | 'scores'> {
  readonly task: ModelTask
  /** Size of the upright image, the coordinate system of predictions. */
  readonly width: number
  readonly height: number
  /** True for a classifier with several labels per image. */
  readonly isMultiple: boolean
}

/** The model cannot run, whatever the image. */
export interface ModelUnusable {
  readonly unusable: Text
}

export type ImageUnreadable = UnreadPicture

export type PredictionResponse = ImagePrediction | ModelUnusable | ImageUnreadable
