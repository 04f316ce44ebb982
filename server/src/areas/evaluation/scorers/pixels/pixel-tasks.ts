import type { ScoredImage } from '../scorer.ts'
import type { Measures } from './measures.ts'

/** What a process for pixels can be asked. */
export type PixelRequest =
  | { readonly task: 'measure'; readonly content: ScoredImage['content'] }
  | { readonly task: 'shrink' | 'png'; readonly content: ScoredImage['content']; readonly side: number }

export interface MeasureResult extends Measures {
  readonly hash: string
}

/** A JPEG whose longer side is at most as long as was asked for. */
export interface ShrinkResult {
  readonly jpeg: Uint8Array
}

/** A PNG, as the JPEG. */
export interface PngResult {
  readonly png: Uint8Array
}

export type PixelResult = MeasureResult | ShrinkResult | PngResult
