import { lazyPage } from '#lib/loading/lazy-page.ts'

export { imageSearchSearch } from './search.ts'

export const ImageSearchPage = lazyPage(() => import('./image-search-page.tsx'), 'ImageSearchPage')
