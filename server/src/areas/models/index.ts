export { createModels } from './service.ts'
export type { Models } from './service.ts'
export { mountModels } from './mount.ts'
export { likelyPredictions } from './evaluation/likely-predictions.ts'
