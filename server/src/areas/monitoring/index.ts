export { createMonitoring } from './area.ts'
export type { MonitoringOptions } from './area.ts'
export { mountMonitoring } from './routes.ts'
