import type { PictureRegion } from '@vermilion/contract/image-search/embedding'
import type { Text } from '@vermilion/contract/kernel/text'
import type { Box } from '@vermilion/contract/labels/box'
import type { Mask } from '@vermilion/contract/labels/mask'
import type { FoundSegment, SegmentPrompt } from './networks/segmenter.ts'

/** What fetched models can do now. */
export interface Assist {
  /** Undefined where no model of that role is ready. */
  embedder(): Promise<AssistEmbedder | undefined>
  /** With an id that very one, as long as it is here, whichever serves meanwhile. */
  detector(id?: string): Promise<AssistDetector | undefined>
  segmenter(): Promise<AssistSegmenter | undefined>
  /** As `detector`. */
  wordSegmenter(id?: string): Promise<AssistWordSegmenter | undefined>
  depth(): Promise<AssistDepth | undefined>
  /** Calls when another model serves a role, or none. */
  onChange(listener: () => void): void
}

interface Served {
  /** The model and its revision: what another has made is worth nothing to it. */
  readonly id: string
  readonly name: string
}

/** Somebody waits for it, or nobody does. */
export interface AssistUrgency {
  readonly urgency?: 'now' | 'later'
  readonly signal?: AbortSignal | undefined
}

/** Puts pictures and words into one space. Vectors have length 1. */
export interface AssistEmbedder extends Served {
  readonly dimensions: number
  /** Undefined for what is no picture. */
  embedPicture(
    picture: Uint8Array,
    options?: AssistUrgency & { readonly region?: PictureRegion | undefined },
  ): Promise<Float32Array | undefined>
  embedText(words: string, signal?: AbortSignal): Promise<Float32Array>
  /** How likely words are about a picture, 0 to 1, by the cosine of the angle between their vectors. */
  likenessOf(cosine: number): number
}

/** In pixels of the upright picture. */
export interface AssistDetection {
  /** Of the prompts, which one it is. */
  readonly prompt: number
  readonly box: Box
  readonly score: number
}

/** Finds what words say. */
export interface AssistDetector extends Served {
  /** The surest first; undefined for what is no picture. */
  detect(
    picture: Uint8Array,
    request: { readonly prompts: readonly string[]; readonly leastScore: number },
    signal?: AbortSignal,
  ): Promise<readonly AssistDetection[] | undefined>
}

/** Cuts out what is pointed at. */
export interface AssistSegmenter extends Served {
  /** Features of an upright picture; kept by the caller. Undefined for what is no picture. */
  prepare(picture: Uint8Array, signal?: AbortSignal): Promise<Uint8Array | undefined>
  segment(features: Uint8Array, prompt: SegmentPrompt, signal?: AbortSignal): Promise<FoundSegment>
}

export interface AssistRegion extends AssistDetection {
  /** Null where none was asked for. */
  readonly mask: Mask | null
}

/** Cuts out everything that words say. */
export interface AssistWordSegmenter extends Served {
  /** The surest first, and no two share a pixel; undefined for what is no picture. */
  segment(
    picture: Uint8Array,
    request: { readonly prompts: readonly string[]; readonly leastScore: number; readonly needsMasks: boolean },
    signal?: AbortSignal,
  ): Promise<readonly AssistRegion[] | undefined>
}

/** Tells how near everything in a picture is. */
export interface AssistDepth extends Served {
  /** A PNG of the picture's size: the nearer, the brighter. Undefined for what is no picture. */
  depthMap(picture: Uint8Array, signal?: AbortSignal): Promise<Uint8Array | undefined>
}

/** A request could not be served, in words for people. The next one may be. */
export class AssistFailed extends Error {
  readonly words: Text

  constructor(words: Text) {
    super(words.en)
    this.name = 'AssistFailed'
    this.words = words
  }
}
