import { lazyPage } from '#lib/loading/lazy-page.ts'
import { lazyPart } from '#lib/loading/lazy-part.tsx'

export { artifactListSearch, rolloutDetailSearch, rolloutListSearch } from './search.ts'

export const RolloutListPage = lazyPage(() => import('./list-page.tsx'), 'RolloutListPage')
export const RolloutDetailPage = lazyPage(() => import('./detail/detail-page.tsx'), 'RolloutDetailPage')
export const ArtifactListPage = lazyPage(() => import('./artifacts/list-page.tsx'), 'ArtifactListPage')
export const UpdatesTab = lazyPart(async () => (await import('./device/updates-tab.tsx')).UpdatesTab)
export const DeployModel = lazyPart(async () => (await import('./creation/deploy-model.tsx')).DeployModel)
export const ModelDeployments = lazyPart(async () => (await import('./device/model-deployments.tsx')).ModelDeployments)
