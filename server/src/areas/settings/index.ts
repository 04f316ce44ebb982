export { settingsRoutes } from './routes.ts'
export { version } from './version.ts'
