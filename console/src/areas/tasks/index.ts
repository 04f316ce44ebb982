export { TaskDetailPage } from './detail/detail-page.tsx'
export { prepareTask } from './prepare-task.ts'
export { TaskListPage } from './list-page.tsx'
import { lazyPart } from '#lib/loading/lazy-part.tsx'
import { lazyPage } from '#lib/loading/lazy-page.ts'

export const CompareTasksPage = lazyPage(() => import('./metrics/compare-page.tsx'), 'CompareTasksPage')
export const CreateTask = lazyPart(async () => (await import('./create/task-form.tsx')).CreateTask)
export type { DataFieldsProps } from './create/data-fields.tsx'
export const ImagesPage = lazyPage(() => import('./images/images-page.tsx'), 'ImagesPage')
export { imagesSearch } from './images/search.ts'
export const PoolsPage = lazyPage(() => import('./pools/pools-page.tsx'), 'PoolsPage')
export { poolsSearch } from './pools/search.ts'
export { compareSearch } from './metrics/search.ts'
export const SweepListPage = lazyPage(() => import('./sweeps/list-page.tsx'), 'SweepListPage')
export const SweepPage = lazyPage(() => import('./sweeps/page/sweep-page.tsx'), 'SweepPage')
export { sweepListSearch, sweepSearch } from './sweeps/search.ts'
export { taskDetailSearch, taskListSearch } from './search.ts'
export { Headline } from './headline.tsx'
export { QualityCurve } from './overview/headline-curves.tsx'
export { OverviewFigures as TaskFigures } from './overview/overview-figures.tsx'
export { TaskDuration, TaskProgress, TaskStatus } from './task-status.tsx'
export { useTaskDeletion } from './actions/delete-tasks.tsx'
export { useTaskStopping } from './actions/stop-task.ts'
export { EstimatedDuration } from './estimate/estimated-duration.tsx'
export { useTaskMenu } from './actions/task-menu.tsx'
export { defaultsOf } from './create/parameter-defaults.ts'
export { ParameterFields } from './create/parameter-fields.tsx'
export { QueueFields } from './create/queue-fields.tsx'
export { joinCommand, splitCommand } from './create/command-line.ts'
export { TaskKindMark } from './task-kind.tsx'
