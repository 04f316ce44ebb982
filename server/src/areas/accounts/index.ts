export { createAccounts } from './service.ts'
export type { Accounts } from './service.ts'
export { peopleRoutes } from './people-routes.ts'
export { accountRoutes } from './routes.ts'
