import { lazyPage } from '#lib/loading/lazy-page.ts'

export { autoLabelSearch } from './search.ts'
export { labelErrorSearch } from './label-errors/search.ts'

export const AutoLabelPage = lazyPage(() => import('./auto-label-page.tsx'), 'AutoLabelPage')
export const LabelErrorsPage = lazyPage(() => import('./label-errors/label-errors-page.tsx'), 'LabelErrorsPage')
