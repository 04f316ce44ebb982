import { lazyPage } from '#lib/loading/lazy-page.ts'

export { generationListSearch, generationSearch } from './search.ts'

export const GenerationListPage = lazyPage(() => import('./list-page.tsx'), 'GenerationListPage')
export const GenerationPage = lazyPage(() => import('./detail/detail-page.tsx'), 'GenerationPage')
