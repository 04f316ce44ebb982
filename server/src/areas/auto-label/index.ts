export { createAutoLabelArea } from './area.ts'
export { autoLabelRoutes } from './routes.ts'
