export { TaskDetailPage } from './detail-page.tsx'
export { TaskListPage } from './list-page.tsx'
export { taskDetailSearch, taskListSearch } from './search.ts'
export { TaskStatus } from './task-status.tsx'
