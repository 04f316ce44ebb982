import type { ImageUnreadable, ModelUnusable } from './image-predictions.ts'
import type { ShownRange } from '../pictures/shown-range.ts'
import type { PredictionLine } from '../predictions.ts'

/** Request to the serving process: images waiting for one model. */
export interface ServingRequest {
  /** Checksum of the model file, its key among open models. */
  readonly checksum: string
  /** Path of the model file, or its bytes. */
  readonly model: string | Uint8Array
  readonly images: readonly ServedImage[]
  /** Limit of the open model files' total size. */
  readonly heldBytes: number
}

export interface ServedImage {
  readonly image: Uint8Array
  readonly confidence?: number | undefined
  readonly overlap?: number | undefined
  /** True also returns the picture with the predictions drawn on it. */
  readonly isDrawn: boolean
}

export interface ServedReading extends Pick<PredictionLine, 'predictions' | 'scores' | 'width' | 'height'> {
  /** Time from all pictures' bytes to predictions. */
  readonly milliseconds: number
  /** Value range mapped to black and white for pictures of more than 8 bits. */
  readonly shownRange?: ShownRange
  /** A PNG. */
  readonly drawn?: Uint8Array
}

/** In the order of the pictures. */
export interface ServingResponse {
  readonly answers: readonly (ServedReading | ImageUnreadable | ModelUnusable)[]
  /** True when the model accepts batches. */
  readonly takesBatches: boolean
  /** Process id, and its open models. */
  readonly processId: number
  readonly openModels: number
}
