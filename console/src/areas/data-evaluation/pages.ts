export { EvaluationListPage } from './list-page.tsx'
export { EvaluationPage } from './detail/detail-page.tsx'
