export { TaskDetailPage } from './detail-page.tsx'
export { TaskListPage } from './list-page.tsx'
import { lazyPage } from '#lib/lazy-page.ts'

export const CompareTasksPage = lazyPage(() => import('./metrics/compare-page.tsx'), 'CompareTasksPage')
export { compareSearch } from './metrics/search.ts'
export { taskDetailSearch, taskListSearch } from './search.ts'
export { TaskStatus } from './task-status.tsx'
