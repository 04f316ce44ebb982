import { lazyPage } from '#lib/loading/lazy-page.ts'
import { lazyPart } from '#lib/loading/lazy-part.tsx'

export { spaceListSearch, spaceReportSearch } from './search.ts'
export { ProposedSpace } from './proposed-space.tsx'
export { SpaceSelect } from './space-select.tsx'
export { InPlaceNote } from './in-place.tsx'
export { SpaceTabs } from './space-tabs.tsx'
export { SpaceStatus } from './space-status.tsx'

export const DeletedSpaceList = lazyPart(async () => (await import('./deleted-spaces.tsx')).DeletedSpaceList)
export const SpaceReportPage = lazyPage(() => import('./report/report-page.tsx'), 'SpaceReportPage')
export const SpaceListPage = lazyPage(() => import('./list-page.tsx'), 'SpaceListPage')
