import type { AssistNetwork } from '@vermilion/contract/assist-models/catalogue'
import type { Text } from '@vermilion/contract/kernel/text'
import type { PictureRegion } from '@vermilion/contract/image-search/embedding'
import type { AssistDetection, AssistRegion } from '../serving/assist.ts'
import type { FoundSegment, SegmentPrompt } from '../networks/segmenter.ts'
import type { ModelFacts } from '../store.ts'

export interface ModelToRun {
  /** Includes the revision, so different content has a different id. */
  readonly id: string
  readonly folder: string
  readonly network: AssistNetwork
}

/** Calls of the inference process. `null` results mean an unreadable image. */
export interface NetworkCalls {
  tryOut: { input: object; result: ModelFacts }
  embedPicture: { input: { picture: Uint8Array; region?: PictureRegion | undefined }; result: Float32Array | null }
  embedText: { input: { text: string }; result: Float32Array }
  detect: {
    input: { picture: Uint8Array; prompts: readonly string[]; minScore: number }
    result: readonly AssistDetection[] | null
  }
  segmentByWords: {
    input: { picture: Uint8Array; prompts: readonly string[]; minScore: number; needsMasks: boolean }
    result: readonly AssistRegion[] | null
  }
  depthMap: { input: { picture: Uint8Array }; result: Uint8Array | null }
  prepare: { input: { picture: Uint8Array }; result: Uint8Array | null }
  segment: { input: { features: Uint8Array; prompt: SegmentPrompt }; result: FoundSegment }
}
export type NetworkCall = keyof NetworkCalls

export type NetworkRequest = {
  [Call in NetworkCall]: { readonly call: Call; readonly model: ModelToRun } & NetworkCalls[Call]['input']
}[NetworkCall]

/** `unusable`: the model cannot run, or not on this input; the text is for users. */
export type NetworkReply = { readonly result: unknown } | { readonly unusable: Text }

export type OpenNetwork = {
  readonly [Call in NetworkCall]?: (input: NetworkCalls[Call]['input']) => Promise<NetworkCalls[Call]['result']>
} & { release(): Promise<void> }
