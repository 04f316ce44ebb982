import { lazyPage } from '#lib/lazy-page.ts'

export { spaceListSearch } from './search.ts'
export { SpaceSelect } from './space-select.tsx'
export { SpaceStatus } from './space-status.tsx'

export const SpaceListPage = lazyPage(() => import('./list-page.tsx'), 'SpaceListPage')
