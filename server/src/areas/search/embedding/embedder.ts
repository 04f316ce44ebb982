import type { PictureRegion } from '@vermilion/contract/image-search/embedding'

/** Makes vectors of pictures such that similar pictures point the same way. */
export interface Embedder {
  /** Distinguishes its vectors from those of other embedders and versions. */
  readonly id: string
  readonly name: string
  readonly version: number
  /** A power of two, at least 128. */
  readonly dimensions: number
  /** The similarity, 0 to 1, below which pictures are seldom meant. */
  readonly usualLikeness: number
  readonly text?: TextEmbedder
  /**
   * Undefined for a file that is no picture. Rejects only when nothing can be embedded now, or when the signal aborts before it
   * began.
   */
  embed(
    picture: Uint8Array,
    options: { readonly urgency: 'now' | 'later'; readonly region?: PictureRegion; readonly signal?: AbortSignal },
  ): Promise<Float32Array | undefined>
}

export interface TextEmbedder {
  embed(words: string, signal: AbortSignal): Promise<Float32Array>
  /** The probability, 0 to 1, that a text describes a picture, by the cosine between their vectors. */
  likenessOf(cosine: number): number
}
