import { lazyPage } from '#lib/loading/lazy-page.ts'

export { tagFiles } from './actions/actions.ts'
export { useFileContent } from './file-content.ts'
export { useLineageChips } from './filter/lineage-chips.ts'
export { lineageNames, lineageOf } from './filter/lineage-names.ts'
export { useSceneWord } from './scene-words.ts'
export { useScoreNames } from './score-names.ts'
export { spaceFilesSearch } from './search.ts'
export { useWorkflowName } from './workflow-names.ts'
export {
  countUnfinishedUploads as leftToUpload,
  type UploadDestination as UploadPlace,
} from './upload/upload-destination.ts'
export { UploadRequests } from './upload/upload-requests.tsx'

export const SpaceFilesPage = lazyPage(() => import('./files-page.tsx'), 'SpaceFilesPage')

export { DeletedFiles } from './deleted-files.tsx'
export { LineageList } from './preview/lineage-facts.tsx'
export { LineageFilters } from './filter/lineage-filters.tsx'
export { ScoreFacts } from './preview/score-facts.tsx'
export { ImageOfFile } from './preview/image-of-file.tsx'
export { ImageFacts } from './preview/image-facts.tsx'
export { TagsDialog } from './dialogs/tags-dialog.tsx'
export { FileField } from './fields/file-field.tsx'
export { UploadField } from './upload/upload-field.tsx'
export { FolderField } from './fields/folder-field.tsx'

export { DropZone } from './upload/drop-zone.tsx'
export { droppedFiles, filesOfInput, type PickedFiles } from './upload/dropped-files.ts'
