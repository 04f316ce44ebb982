import { lazyPage } from '#lib/loading/lazy-page.ts'
import { lazyPart } from '#lib/loading/lazy-part.tsx'
import type { NoticePanelProps } from './notices/notice-panel.tsx'
import type { ImageNotesProps } from './assignments/image-notes.tsx'

export { DatasetSelect } from './dataset-select.tsx'
export { useNotices } from './notices/use-notices.ts'
export { myFilter } from './assignments/my-filter.ts'
export { filterOf } from './images/filter.ts'
export { datasetListSearch, datasetSearch, imageFilter, type ImageFilter } from './search.ts'

export const DeletedDatasets = lazyPart(async () => (await import('./trash/deleted-datasets.tsx')).DeletedDatasets)
export const TrainingData = lazyPart(async () => (await import('./training-data.tsx')).TrainingData)
export const ExportDialog = lazyPart(async () => (await import('./export/export-dialog.tsx')).ExportDialog)
export const LabelOverlay = lazyPart(async () => (await import('./overlay/label-overlay.tsx')).LabelOverlay)
export const NoticePanel = lazyPart<NoticePanelProps>(
  async () => (await import('./notices/notice-panel.tsx')).NoticePanel,
)
export const FilterNote = lazyPart(async () => (await import('./images/filter-note.tsx')).FilterNote)
export const ImageNotes = lazyPart<ImageNotesProps>(
  async () => (await import('./assignments/image-notes.tsx')).ImageNotes,
)
export const DatasetListPage = lazyPage(() => import('./list-page.tsx'), 'DatasetListPage')
export const DatasetPage = lazyPage(() => import('./dataset-page.tsx'), 'DatasetPage')
