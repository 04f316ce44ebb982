import type { ModelMetadata, ModelTask } from '../detection/model-metadata.ts'
import type { Text } from '../kernel/text.ts'
import type { UnreadPicture } from '../pictures/problems.ts'
import type { PredictionLine } from '../predictions.ts'

/** Request to the process that predicts single images. */
export interface PredictionRequest {
  /** Checksum of the model's file: it stays open as long as the same is asked for. */
  readonly checksum: string
  /** The model's file by its path, or its bytes where it has none. */
  readonly model: string | Uint8Array
  /** The bytes of the image's file. */
  readonly image: Uint8Array
  /** Metadata to try instead of the file's own; the outputs are validated more strictly. */
  readonly trial?: ModelMetadata
}

/** Predictions of an image, including `faint` boxes below the threshold. */
export interface ImagePrediction extends Pick<PredictionLine, 'predictions' | 'faint' | 'scores'> {
  readonly task: ModelTask
  /** Pixels of the upright image that predictions are in. */
  readonly width: number
  readonly height: number
  /** True for a classifier with several labels per image. */
  readonly isMultiple: boolean
}

/** The program cannot run the model, whatever the image. */
export interface ModelUnusable {
  readonly unusable: Text
}

/** The program cannot read the image. */
export type ImageUnreadable = UnreadPicture

export type PredictionResponse = ImagePrediction | ModelUnusable | ImageUnreadable
