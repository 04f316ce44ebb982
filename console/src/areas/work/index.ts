import { lazyPart } from '#lib/loading/lazy-part.tsx'

export { isActive, useLiveWork, useWork } from './live-work.ts'
export { linkOf } from './work-link.ts'

/** Loaded with the first opening. */
export const WorkList = lazyPart(async () => (await import('./work-list.tsx')).WorkList)
