import { lazyPage } from '#lib/loading/lazy-page.ts'
import { lazyPart } from '#lib/loading/lazy-part.tsx'

export { resourceSearch } from './search.ts'

export const HealthPage = lazyPage(() => import('./health/health-page.tsx'), 'HealthPage')
export const ResourcePage = lazyPage(() => import('./resource-page.tsx'), 'ResourcePage')

export const AlertPanel = lazyPart(async () => (await import('./alerts/alert-panel.tsx')).AlertPanel)
