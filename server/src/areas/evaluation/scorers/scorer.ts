import type { Cost, CriterionScore } from '@vermilion/contract/data-evaluations'
import type { Scorer as ScorerEntity } from '@vermilion/contract/data-evaluations/scorers'
import type { Criterion } from '@vermilion/contract/data-evaluations/standards'
import type { LocalFile } from '#platform/blobs/blob-store'

/** An image that is to be scored. */
export interface ScoredImage {
  /** Its bytes, or the file that holds them. */
  readonly content: Uint8Array | LocalFile
  /** What it was to show; null where nobody knows. */
  readonly prompt: string | null
}

export interface ScoreReply {
  /** Of a scorer that needs a standard: one for each criterion of it, in their order. */
  readonly criteria: readonly CriterionScore[]
  /** Difference hash of the image, 16 hexadecimal digits; null where the scorer makes none. */
  readonly hash: string | null
}

export interface ScoreOptions {
  /** Of the standard; none where the scorer has its own. */
  readonly criteria: readonly Criterion[]
  readonly signal: AbortSignal
  /** What it costs is added here as it comes, also where the scorer fails in the end. */
  readonly cost: { -readonly [Name in keyof Cost]: Cost[Name] }
}

/** What scores images one by one. A scorer knows nothing of files, rows and evaluations. */
export interface Scorer {
  readonly entity: ScorerEntity
  /** Decides its scores beside image and standard: the model's name, the version of formulas. */
  readonly basis: string
  /** Images that are worth having under way at once. */
  readonly concurrency: number
  /** Weights of its own criteria are all 1. Throws `ModelFailed` about this image; rejects when the signal aborts. */
  score(image: ScoredImage, options: ScoreOptions): Promise<ScoreReply>
  /** What one image may cost, where nothing was measured yet. */
  guess(criteria: readonly Criterion[]): Cost
}

/** Where scorers of one kind come from. */
export interface ScorerSource {
  list(): Promise<Scorer[]>
  /** By the id of its entity; undefined where it is none of these. */
  find(id: string): Promise<Scorer | undefined>
}
