export { isActive, useLiveWork, useWork } from './live-work.ts'
export { linkOf } from './work-link.ts'

export { WorkList } from './work-list.tsx'
