export { GenerationListPage } from './list-page.tsx'
export { GenerationPage } from './detail/detail-page.tsx'
