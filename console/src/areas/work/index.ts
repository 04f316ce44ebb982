export { isActive, useLiveWork, useWork } from './live-work.ts'
export { WorkList } from './work-list.tsx'
