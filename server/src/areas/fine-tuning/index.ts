export { captionRunRoutes, createCaptionRuns } from './captioning/caption-runs.ts'
export { createCaptions } from './captions.ts'
export { createFineTunings } from './service.ts'
export { captionRoutes, fineTuningRoutes } from './routes.ts'
