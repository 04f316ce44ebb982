import type { PictureRegion } from '@vermilion/contract/image-search/embedding'

/** What makes vectors of pictures: those that look alike point the same way. */
export interface Embedder {
  readonly name: string
  /** Vectors of different versions cannot be compared. */
  readonly version: number
  readonly dimensions: number
  /** Whether it makes vectors of words too, in the same space. */
  readonly embedsText: boolean
  /**
   * Undefined for what is no picture. Rejects only when nothing can be embedded now, or when the signal aborts before it
   * was begun. `now`: somebody waits for it.
   */
  embed(
    picture: Uint8Array,
    options: { readonly urgency: 'now' | 'later'; readonly region?: PictureRegion; readonly signal?: AbortSignal },
  ): Promise<Float32Array | undefined>
  close(): Promise<void>
}

/** By what vectors are told apart from those of other embedders. */
export const idOf = ({ name, version }: Pick<Embedder, 'name' | 'version'>) => `${name}-v${version}`
