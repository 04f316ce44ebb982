export { createAssistArea } from './area.ts'
export type { AssistOptions } from './area.ts'
export { assistRoutes } from './routes.ts'
export { AssistFailed } from './assist.ts'
export type {
  Assist,
  AssistDetector,
  AssistRegion,
  AssistEmbedder,
  AssistSegmenter,
  AssistWordSegmenter,
} from './assist.ts'
export type { FoundSegment, SegmentPrompt } from './networks/segmenter.ts'
