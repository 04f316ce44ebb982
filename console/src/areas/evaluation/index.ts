import { lazyPage } from '#lib/loading/lazy-page.ts'
import { lazyPart } from '#lib/loading/lazy-part.tsx'

export { evaluationListSearch, evaluationSearch } from './search.ts'

export const EvaluateFiles = lazyPart(async () => (await import('./evaluate-files.tsx')).EvaluateFiles)
export const EvaluationListPage = lazyPage(() => import('./list-page.tsx'), 'EvaluationListPage')
export const EvaluationPage = lazyPage(() => import('./detail/detail-page.tsx'), 'EvaluationPage')
