import { lazyPart } from '#lib/loading/lazy-part.tsx'
import { lazyPage } from '#lib/loading/lazy-page.ts'

export { artifactListSearch, rolloutDetailSearch, rolloutListSearch } from './search.ts'

const pages = () => import('./pages.ts')
export const RolloutListPage = lazyPage(pages, 'RolloutListPage')
export const RolloutDetailPage = lazyPage(pages, 'RolloutDetailPage')
export const ArtifactListPage = lazyPage(pages, 'ArtifactListPage')
export { UpdatesTab } from './device/updates-tab.tsx'
export const DeployModel = lazyPart(async () => (await import('./creation/deploy-model.tsx')).DeployModel)
export { ModelDeployments } from './device/model-deployments.tsx'
