export { createModels } from './service.ts'
export type { Models } from './service.ts'
export { modelRoutes } from './routes.ts'
export { evaluationRoutes } from './evaluation/routes.ts'
