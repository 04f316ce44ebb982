export { createRolloutArea } from './area.ts'
export { artifactRoutes } from './artifacts/routes.ts'
export { rolloutRoutes } from './routes.ts'
