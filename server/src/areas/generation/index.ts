export { createGenerations } from './area.ts'
export { noScorers } from './running/scorers.ts'
export type { Generations } from './area.ts'
export { generationRoutes } from './routes.ts'
