export { createImageSearch } from './area.ts'
export { imageSearchRoutes } from './routes.ts'
