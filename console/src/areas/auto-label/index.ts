import { lazyPage } from '#lib/loading/lazy-page.ts'

export { autoLabelSearch } from './search.ts'

export const AutoLabelPage = lazyPage(() => import('./auto-label-page.tsx'), 'AutoLabelPage')
