import { lazyPage } from '#lib/loading/lazy-page.ts'
import { lazyPart } from '#lib/loading/lazy-part.tsx'

export { DatasetSelect } from './dataset-select.tsx'
export { useNotices } from './notices/use-notices.ts'
export { myFilter } from './assignments/my-filter.ts'
export { filterOf } from './images/filter.ts'
export { datasetListSearch, datasetSearch, imageFilter, type ImageFilter } from './search.ts'

export { DeletedDatasets } from './trash/deleted-datasets.tsx'
export const TrainingData = lazyPart(async () => (await import('./training-data.tsx')).TrainingData)
export { LabelOverlay } from './overlay/label-overlay.tsx'
export { NoticePanel } from './notices/notice-panel.tsx'
export { FilterNote } from './images/filter-note.tsx'
export { ImageNotes } from './assignments/image-notes.tsx'

export const ExportDialog = lazyPart(async () => (await import('./export/export-dialog.tsx')).ExportDialog)
export const DatasetListPage = lazyPage(() => import('./list-page.tsx'), 'DatasetListPage')
export const DatasetPage = lazyPage(() => import('./dataset-page.tsx'), 'DatasetPage')
