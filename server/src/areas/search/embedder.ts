import type { PictureRegion } from '@vermilion/contract/image-search/embedding'

/** What makes vectors of pictures: those that look alike point the same way. */
export interface Embedder {
  /** By what its vectors are told apart from those of others, also of another version of it. */
  readonly id: string
  readonly name: string
  readonly version: number
  /** A power of two, at least 128. */
  readonly dimensions: number
  /** The likeness of pictures, 0 to 1, below which others are seldom meant by what somebody shows. */
  readonly usualLikeness: number
  /** Vectors of words in the same space, where it has them. */
  readonly text?: TextEmbedder
  /**
   * Undefined for what is no picture. Rejects only when nothing can be embedded now, or when the signal aborts before it
   * was begun. `now`: somebody waits for it.
   */
  embed(
    picture: Uint8Array,
    options: { readonly urgency: 'now' | 'later'; readonly region?: PictureRegion; readonly signal?: AbortSignal },
  ): Promise<Float32Array | undefined>
}

export interface TextEmbedder {
  /** Fails as `search.embedder-failed`. */
  embed(words: string, signal: AbortSignal): Promise<Float32Array>
  /** How likely words are about a picture, 0 to 1, by the cosine of the angle between their vectors. */
  likenessOf(cosine: number): number
}
