export { isActive, isEnded, useLiveWork, useWork } from './live-work.ts'
export { WorkList } from './work-list.tsx'
