import { lazyPage } from '#lib/loading/lazy-page.ts'

export { resourceSearch } from './search.ts'

export const HealthPage = lazyPage(() => import('./health/health-page.tsx'), 'HealthPage')
export const ResourcePage = lazyPage(() => import('./resource-page.tsx'), 'ResourcePage')
