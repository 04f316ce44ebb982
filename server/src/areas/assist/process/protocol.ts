import type { AssistNetwork } from '@vermilion/contract/assist/catalogue'
import type { Text } from '@vermilion/contract/kernel/text'
import type { PictureRegion } from '@vermilion/contract/image-search/embedding'
import type { AssistDetection, AssistRegion } from '../assist.ts'
import type { FoundSegment, SegmentPrompt } from '../networks/segmenter.ts'
import type { ModelFacts } from '../store.ts'

/** A model as the process that runs networks is told of it. */
export interface ModelToRun {
  /** With its revision: another content has another one. */
  readonly id: string
  /** Where its files lie, under the names of the catalogue. */
  readonly folder: string
  readonly network: AssistNetwork
}

/** What a picture is asked about. `null` is answered for what is no picture. */
export interface NetworkCalls {
  tryOut: { input: object; result: ModelFacts }
  embedPicture: { input: { picture: Uint8Array; region?: PictureRegion | undefined }; result: Float32Array | null }
  embedText: { input: { words: string }; result: Float32Array }
  detect: {
    input: { picture: Uint8Array; prompts: readonly string[]; leastScore: number }
    result: readonly AssistDetection[] | null
  }
  segmentByWords: {
    input: { picture: Uint8Array; prompts: readonly string[]; leastScore: number; needsMasks: boolean }
    result: readonly AssistRegion[] | null
  }
  /** A PNG of the picture's size: the nearer, the brighter. */
  depthMap: { input: { picture: Uint8Array }; result: Uint8Array | null }
  prepare: { input: { picture: Uint8Array }; result: Uint8Array | null }
  segment: { input: { features: Uint8Array; prompt: SegmentPrompt }; result: FoundSegment }
}
export type NetworkCall = keyof NetworkCalls

export type NetworkRequest = {
  [Call in NetworkCall]: { readonly call: Call; readonly model: ModelToRun } & NetworkCalls[Call]['input']
}[NetworkCall]

/** `unusable`: the model cannot be run, or not on this; in words for people. */
export type NetworkReply = { readonly result: unknown } | { readonly unusable: Text }

/** A model whose files are open: it answers what its kind of network can. */
export type OpenNetwork = {
  readonly [Call in NetworkCall]?: (input: NetworkCalls[Call]['input']) => Promise<NetworkCalls[Call]['result']>
} & { release(): Promise<void> }
