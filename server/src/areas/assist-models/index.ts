export { type AssistOptions, createAssistModels } from './area.ts'
export {
  type Assist,
  type AssistDetector,
  type AssistEmbedder,
  AssistFailed,
  type AssistRegion,
  type AssistSegmenter,
  type AssistWordSegmenter,
} from './serving/assist.ts'
export type { FoundSegment, SegmentPrompt } from './networks/segmenter.ts'
