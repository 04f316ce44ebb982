export { createMonitoring } from './area.ts'
export type { MonitoringOptions } from './area.ts'
export { monitoringRoutes } from './routes.ts'
