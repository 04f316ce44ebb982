import type { ImageUnreadable, ModelUnusable } from './image-predictions.ts'
import type { TileOptions } from '../detection/tiles/tiles.ts'
import type { ShownRange } from '../pictures/shown-range.ts'
import type { PredictionLine } from '../predictions.ts'

export interface ServingRequest {
  readonly checksum: string
  readonly model: string | Uint8Array
  readonly images: readonly ServedImage[]
  readonly heldBytes: number
}

export interface ServedImage {
  readonly image: Uint8Array
  readonly confidence?: number | undefined
  readonly overlap?: number | undefined
  readonly tiles: TileOptions | null
  readonly isDrawn: boolean
}

export interface ServedReading extends Pick<PredictionLine, 'predictions' | 'scores' | 'width' | 'height'> {
  readonly milliseconds: number
  /** Value range mapped to black and white for pictures of more than 8 bits. */
  readonly shownRange?: ShownRange
  /** A PNG. */
  readonly drawn?: Uint8Array
}

export interface ServingResponse {
  readonly answers: readonly (ServedReading | ImageUnreadable | ModelUnusable)[]
  readonly takesBatches: boolean
  readonly processId: number
  readonly openModels: number
}
