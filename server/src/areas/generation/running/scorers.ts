import { fail } from '@vermilion/contract/kernel/errors'

/** An image that is to be scored. */
export interface ScoredImage {
  readonly content: Uint8Array
  /** What it was to show; null where nobody knows. */
  readonly prompt: string | null
}

/** What scores images with one number, 0 to 100. */
export interface ImageScorers {
  /** Fails as `generation.score-model-missing`. */
  require(model: string): Promise<void>
  /** Fails as `generation.score-failed` when the model does not answer. */
  score(model: string, image: ScoredImage, signal: AbortSignal): Promise<number>
}

/** Where nothing scores. */
export const noScorers: ImageScorers = {
  async require() {
    throw fail('generation.score-model-missing')
  },
  async score() {
    throw fail('generation.score-model-missing')
  },
}
