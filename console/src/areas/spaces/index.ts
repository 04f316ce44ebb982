import { lazyPage } from '#lib/loading/lazy-page.ts'

export { spaceListSearch, spaceReportSearch } from './search.ts'
export { ProposedSpace } from './proposed-space.tsx'
export { SpaceSelect } from './space-select.tsx'
export { InPlaceNote } from './in-place.tsx'
export { useStorages } from './storage-field.tsx'
export { SpaceTabs } from './space-tabs.tsx'
export { SpaceStatus } from './space-status.tsx'

export { DeletedSpaceList } from './deleted-spaces.tsx'
const pages = () => import('./pages.ts')
export const SpaceReportPage = lazyPage(pages, 'SpaceReportPage')
export const SpaceListPage = lazyPage(pages, 'SpaceListPage')
