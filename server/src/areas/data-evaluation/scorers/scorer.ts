import type { Cost, CriterionScore } from '@vermilion/contract/data-evaluations'
import type { Scorer as ScorerEntity } from '@vermilion/contract/data-evaluations/scorers'
import type { Criterion } from '@vermilion/contract/data-evaluations/standards'
import type { LocalFile } from '#platform/blobs/blob-store'

export interface ScoredImage {
  readonly content: Uint8Array | LocalFile
  readonly prompt: string | null
}

export interface ScoreReply {
  /** With a standard: one per criterion, in order. */
  readonly criteria: readonly CriterionScore[]
  /** Difference hash, 16 hexadecimal digits; null if not computed. */
  readonly hash: string | null
}

export interface ScoreOptions {
  readonly criteria: readonly Criterion[]
  readonly signal: AbortSignal
  /** Cost so far, which the scorer increases even when it fails. */
  readonly cost: { -readonly [Name in keyof Cost]: Cost[Name] }
}

export interface Scorer {
  readonly entity: ScorerEntity
  readonly basis: string
  readonly concurrency: number
  /** Throws `ModelFailed` for a failure of this image; rejects when the signal aborts. A scorer's own criteria have weight 1. */
  score(image: ScoredImage, options: ScoreOptions): Promise<ScoreReply>
  guess(criteria: readonly Criterion[]): Cost
}

export interface ScorerSource {
  list(): Promise<Scorer[]>
  find(id: string): Promise<Scorer | undefined>
}
