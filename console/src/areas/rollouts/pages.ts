export { RolloutListPage } from './list-page.tsx'
export { RolloutDetailPage } from './detail/detail-page.tsx'
export { ArtifactListPage } from './artifacts/list-page.tsx'
