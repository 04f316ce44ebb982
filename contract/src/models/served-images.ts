import type { ImageUnreadable, ModelUnusable } from './image-predictions.ts'
import type { ShownRange } from '../pictures/shown-range.ts'
import type { PredictionLine } from '../predictions.ts'

/** Request to the serving process: images waiting for one model. */
export interface ServingRequest {
  /** Checksum of the model's file, by which it stays open. */
  readonly checksum: string
  /** The model's file by its path, or its bytes where it has none. */
  readonly model: string | Uint8Array
  readonly images: readonly ServedImage[]
  /** Bytes of the files of all models that may stay open. */
  readonly heldBytes: number
}

export interface ServedImage {
  /** The bytes of the image's file. */
  readonly image: Uint8Array
  readonly confidence?: number | undefined
  readonly overlap?: number | undefined
  /** True also returns the picture with the predictions drawn on it. */
  readonly isDrawn: boolean
}

export interface ServedReading extends Pick<PredictionLine, 'predictions' | 'scores' | 'width' | 'height'> {
  /** From the bytes of all pictures to what is said of them. */
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
  /** The process, and models that are open in it now. */
  readonly processId: number
  readonly openModels: number
}
