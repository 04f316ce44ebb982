import { lazyPart } from '#lib/loading/lazy-part.tsx'

export { ModelListPage } from './list-page.tsx'
export { modelListSearch } from './search.ts'

export const InferenceReport = lazyPart(async () => (await import('./report/inference-report.tsx')).InferenceReport)
export const RanTab = lazyPart(async () => (await import('./board/ran-tab.tsx')).RanTab)
