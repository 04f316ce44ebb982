import type { ModelMetadata, ModelTask } from '../detection/model-metadata.ts'
import type { Text } from '../kernel/text.ts'
import type { UnreadPicture } from '../pictures/problems.ts'
import type { PredictionLine } from '../predictions.ts'

/** What the program that runs models on single images is asked. */
export interface PredictionRequest {
  /** Checksum of the model's file: it stays open as long as the same is asked for. */
  readonly checksum: string
  /** The model's file by its path, or its bytes where it has none. */
  readonly model: string | Uint8Array
  /** The bytes of the image's file. */
  readonly image: Uint8Array
  /** How a candidate is run, whatever its file says; what it answers is looked at more closely. */
  readonly trial?: ModelMetadata
}

/** What a model says of an image: all that it has a hint of, `faint` boxes too. */
export interface ImagePrediction extends Pick<PredictionLine, 'predictions' | 'faint' | 'scores'> {
  readonly task: ModelTask
  /** Pixels of the upright image that predictions are in. */
  readonly width: number
  readonly height: number
  /** Of a classifier: whether an image may have any number of labels. */
  readonly isMultiple: boolean
}

/** The program cannot run the model, whatever the image. */
export interface ModelUnusable {
  readonly unusable: Text
}

/** The program cannot read the image. */
export type ImageUnreadable = UnreadPicture

export type PredictionResponse = ImagePrediction | ModelUnusable | ImageUnreadable
