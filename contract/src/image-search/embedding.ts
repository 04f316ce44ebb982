import type { PictureProblem } from '../pictures/problems.ts'

export interface PictureRegion {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

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

export interface EmbeddingRequest {
  readonly picture: Uint8Array
  readonly region?: PictureRegion | undefined
}

export interface PictureEmbedding {
  /** Unit length. */
  readonly vector: Float32Array
}

export type EmbeddingResponse = PictureEmbedding | { readonly broken: PictureProblem }

/** Needs no download: features of the starter detector and a color layout. Changing the version rebuilds indexes. */
export const starterEmbedder = { name: 'starter-detector-16', version: 1, dimensions: 512 } as const
