import type { PictureProblem } from '../pictures/problems.ts'

/** A part of a picture, in shares of its width and height. */
export interface PictureRegion {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** The pixels of a part of a picture: at least one, and none outside. */
export function regionPixels({ x, y, width, height }: PictureRegion, picture: { width: number; height: number }) {
  const column = Math.min(picture.width - 1, Math.floor(x * picture.width))
  const row = Math.min(picture.height - 1, Math.floor(y * picture.height))
  return {
    left: column,
    top: row,
    width: Math.max(1, Math.min(picture.width - column, Math.round(width * picture.width))),
    height: Math.max(1, Math.min(picture.height - row, Math.round(height * picture.height))),
  }
}

/** Request to the embedding process. */
export interface EmbeddingRequest {
  /** The bytes of the picture's file. */
  readonly picture: Uint8Array
  readonly region?: PictureRegion | undefined
}

export interface PictureEmbedding {
  /** Unit length. */
  readonly vector: Float32Array
}

export type EmbeddingResponse = PictureEmbedding | { readonly broken: PictureProblem }

/**
 * The embedder that needs nothing fetched: features of the network that starter trainings of detectors begin with, and a
 * layout of colours. Another version gives other vectors: indexes are then built again.
 */
export const starterEmbedder = { name: 'starter-detector-16', version: 1, dimensions: 512 } as const
