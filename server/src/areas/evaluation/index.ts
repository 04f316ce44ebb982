export { createDataEvaluations } from './area.ts'
export type { DataEvaluations } from './area.ts'
export type { ImageScorers } from './image-scorers.ts'
export { dataEvaluationRoutes } from './routes.ts'
