import type { ModelMetadata, ModelTask } from '../detection/model-metadata.ts'
import type { TileOptions } from '../detection/tiles/tiles.ts'
import type { Text } from '../kernel/text.ts'
import type { UnreadPicture } from '../pictures/problems.ts'
import type { PredictionLine } from '../predictions.ts'

/** Longer side in pixels that a prediction is made on; larger pictures are shrunk. */
export const maxSide = 4_096
export const maxTiledSide = 8_192

export interface PredictionRequest {
  /** Checksum of the model file, which stays open while requests repeat it. */
  readonly checksum: string
  readonly model: string | Uint8Array
  readonly image: Uint8Array
  readonly trial?: ModelMetadata
  readonly tiles?: TileOptions | null
}

export interface ImagePrediction extends Pick<PredictionLine, 'predictions' | 'faint' | 'scores'> {
  readonly task: ModelTask
  readonly width: number
  readonly height: number
  readonly isMultiple: boolean
}

export interface ModelUnusable {
  readonly unusable: Text
}

export type ImageUnreadable = UnreadPicture

export type PredictionResponse = ImagePrediction | ModelUnusable | ImageUnreadable
