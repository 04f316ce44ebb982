import { lazyPage } from '#lib/loading/lazy-page.ts'

export { generationListSearch, generationSearch } from './search.ts'

const pages = () => import('./pages.ts')
export const GenerationListPage = lazyPage(pages, 'GenerationListPage')
export const GenerationPage = lazyPage(pages, 'GenerationPage')
