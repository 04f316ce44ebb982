import { lazyPage } from '#lib/loading/lazy-page.ts'
import { lazyPart } from '#lib/loading/lazy-part.tsx'

export { modelListSearch } from './search.ts'

export const InferenceReport = lazyPart(async () => (await import('./report/inference-report.tsx')).InferenceReport)
export const RanTab = lazyPart(async () => (await import('./board/ran-tab.tsx')).RanTab)
export const ModelListPage = lazyPage(() => import('./list-page.tsx'), 'ModelListPage')
