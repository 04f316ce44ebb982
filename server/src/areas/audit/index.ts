export { createAuditLog } from './area.ts'
