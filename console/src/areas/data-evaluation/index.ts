import { lazyPage } from '#lib/loading/lazy-page.ts'
import { lazyPart } from '#lib/loading/lazy-part.tsx'

export { evaluationListSearch, evaluationSearch } from './search.ts'

export const EvaluateFiles = lazyPart(async () => (await import('./evaluate-files.tsx')).EvaluateFiles)
const pages = () => import('./pages.ts')
export const EvaluationListPage = lazyPage(pages, 'EvaluationListPage')
export const EvaluationPage = lazyPage(pages, 'EvaluationPage')
