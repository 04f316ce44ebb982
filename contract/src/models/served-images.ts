import type { ImageUnreadable, ModelUnusable } from './image-predictions.ts'
import type { ShownRange } from '../pictures/shown-range.ts'
import type { PredictionLine } from '../predictions.ts'

/** What the program that serves models is asked: pictures that wait for one model. */
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
  /** Whether the picture is answered as well, with what was found drawn on it. */
  readonly isDrawn: boolean
}

export interface ServedReading extends Pick<PredictionLine, 'predictions' | 'scores' | 'width' | 'height'> {
  /** From the bytes of all pictures to what is said of them. */
  readonly milliseconds: number
  /** What the model got as black and white of a picture of more than 8 bits. */
  readonly shownRange?: ShownRange
  /** A PNG. */
  readonly drawn?: Uint8Array
}

/** In the order of the pictures. */
export interface ServingResponse {
  readonly answers: readonly (ServedReading | ImageUnreadable | ModelUnusable)[]
  /** Whether the model takes several pictures at once. */
  readonly takesBatches: boolean
  /** The process, and models that are open in it now. */
  readonly processId: number
  readonly openModels: number
}
