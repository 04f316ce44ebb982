import type { PictureRegion } from '@vermilion/contract/image-search/embedding'
import type { Text } from '@vermilion/contract/kernel/text'
import type { Box } from '@vermilion/contract/labels/box'
import type { Mask } from '@vermilion/contract/labels/mask'
import type { FoundSegment, SegmentPrompt } from '../networks/segmenter.ts'

export interface Assist {
  /** Resolves to undefined when no model of that role is ready. */
  embedder(): Promise<AssistEmbedder | undefined>
  /** With an id, returns that very model while it is installed, even when another serves the role. */
  detector(id?: string): Promise<AssistDetector | undefined>
  segmenter(): Promise<AssistSegmenter | undefined>
  wordSegmenter(id?: string): Promise<AssistWordSegmenter | undefined>
  depth(): Promise<AssistDepth | undefined>
  onChange(listener: () => void): void
}

interface Served {
  /** Identifies the model and its revision: vectors of different ids must not be compared. */
  readonly id: string
  readonly name: string
}

/** `now` when a user is waiting. */
export interface AssistUrgency {
  readonly urgency?: 'now' | 'later'
  readonly signal?: AbortSignal | undefined
}

export interface AssistEmbedder extends Served {
  readonly dimensions: number
  /** Resolves to undefined for an unreadable image. */
  embedPicture(
    picture: Uint8Array,
    options?: AssistUrgency & { readonly region?: PictureRegion | undefined },
  ): Promise<Float32Array | undefined>
  embedText(text: string, signal?: AbortSignal): Promise<Float32Array>
  /** Converts the cosine similarity of a text and an image to a probability, 0 to 1. */
  likenessOf(cosine: number): number
}

/** Coordinates are pixels of the upright image. */
export interface AssistDetection {
  readonly prompt: number
  readonly box: Box
  readonly score: number
}

export interface AssistDetector extends Served {
  /** Sorted by score; undefined for an unreadable image. */
  detect(
    picture: Uint8Array,
    request: { readonly prompts: readonly string[]; readonly minScore: number },
    signal?: AbortSignal,
  ): Promise<readonly AssistDetection[] | undefined>
}

/** A promptable segmenter: points and boxes select the object. */
export interface AssistSegmenter extends Served {
  /** The caller caches the features. Undefined for an unreadable image. */
  prepare(picture: Uint8Array, signal?: AbortSignal): Promise<Uint8Array | undefined>
  segment(features: Uint8Array, prompt: SegmentPrompt, signal?: AbortSignal): Promise<FoundSegment>
}

export interface AssistRegion extends AssistDetection {
  /** Null when no mask was requested. */
  readonly mask: Mask | null
}

export interface AssistWordSegmenter extends Served {
  /** Sorted by score, without overlapping masks; undefined for an unreadable image. */
  segment(
    picture: Uint8Array,
    request: { readonly prompts: readonly string[]; readonly minScore: number; readonly needsMasks: boolean },
    signal?: AbortSignal,
  ): Promise<readonly AssistRegion[] | undefined>
}

export interface AssistDepth extends Served {
  /** Returns a PNG of the image's size, brighter where nearer; undefined for an unreadable image. */
  depthMap(picture: Uint8Array, signal?: AbortSignal): Promise<Uint8Array | undefined>
}

/** The request failed with a user-facing message; the next request may succeed. */
export class AssistFailed extends Error {
  readonly text: Text

  constructor(text: Text) {
    super(text.en)
    this.name = 'AssistFailed'
    this.text = text
  }
}
