import { lazyPage } from '#lib/loading/lazy-page.ts'

export { studioSearch } from './search.ts'
export { useUnsavedWork } from './unsaved-work.ts'

export const StudioPage = lazyPage(() => import('./studio-page.tsx'), 'StudioPage')
