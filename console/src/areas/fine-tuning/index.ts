import { lazyPart } from '#lib/loading/lazy-part.tsx'
import { lazyPage } from '#lib/loading/lazy-page.ts'

export { captionsSearch, fineTuningListSearch } from './search.ts'
export const CaptionsPage = lazyPage(() => import('./captions/captions-page.tsx'), 'CaptionsPage')
export const FineTuningListPage = lazyPage(() => import('./list-page.tsx'), 'FineTuningListPage')
export const FineTuningReport = lazyPart(async () => (await import('./report/report.tsx')).FineTuningReport)
