import { lazyPage } from '#lib/loading/lazy-page.ts'

export { evaluationListSearch, evaluationSearch } from './search.ts'

export const EvaluationListPage = lazyPage(() => import('./list-page.tsx'), 'EvaluationListPage')
export const EvaluationPage = lazyPage(() => import('./detail/detail-page.tsx'), 'EvaluationPage')
