import { lazyPage } from '#lib/lazy-page.ts'

export { FolderField } from './folder-field.tsx'
export { spaceFilesSearch } from './search.ts'

export const SpaceFilesPage = lazyPage(() => import('./files-page.tsx'), 'SpaceFilesPage')
