export { createAccounts } from './service.ts'
export type { Accounts } from './service.ts'
export { accountRoutes } from './routes.ts'
