import { lazyPage } from '#lib/loading/lazy-page.ts'

export { findingText } from './findings/finding-text.ts'
export { useDismissal } from './findings/use-ranked-image.ts'
export { useReason } from './findings/use-reason.ts'
export { errorKinds, studioSearch } from './search.ts'
export { useUnsavedWork } from './unsaved-work.ts'

export const StudioPage = lazyPage(() => import('./studio-page.tsx'), 'StudioPage')
