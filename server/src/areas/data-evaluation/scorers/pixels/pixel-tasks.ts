import type { ScoredImage } from '../scorer.ts'
import type { Measures } from './measures.ts'

export type PixelRequest =
  | { readonly task: 'measure'; readonly content: ScoredImage['content'] }
  | { readonly task: 'shrink' | 'png'; readonly content: ScoredImage['content']; readonly side: number }

export interface MeasureResult extends Measures {
  readonly hash: string
}

export interface ShrinkResult {
  readonly jpeg: Uint8Array
}

export interface PngResult {
  readonly png: Uint8Array
}

export type PixelResult = MeasureResult | ShrinkResult | PngResult
