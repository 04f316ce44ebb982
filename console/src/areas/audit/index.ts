import { lazyPage } from '#lib/loading/lazy-page.ts'

export const AuditPage = lazyPage(() => import('./audit-page.tsx'), 'AuditPage')
export { auditSearch } from './search.ts'
