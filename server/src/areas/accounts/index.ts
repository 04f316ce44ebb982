export { createAccounts, type Accounts } from './area.ts'
