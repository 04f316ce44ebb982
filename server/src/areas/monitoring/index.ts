export { createMonitoring, type MonitoringOptions } from './area.ts'
