import { lazyPage } from '#lib/loading/lazy-page.ts'
import { lazyPart } from '#lib/loading/lazy-part.tsx'

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

export const DeletedFiles = lazyPart(async () => (await import('./deleted-files.tsx')).DeletedFiles)
export const LineageList = lazyPart(async () => (await import('./preview/lineage-facts.tsx')).LineageList)
export const LineageFilters = lazyPart(async () => (await import('./filter/lineage-filters.tsx')).LineageFilters)
export const ScoreFacts = lazyPart(async () => (await import('./preview/score-facts.tsx')).ScoreFacts)
export const ImageOfFile = lazyPart(async () => (await import('./preview/image-of-file.tsx')).ImageOfFile)
export const ImageFacts = lazyPart(async () => (await import('./preview/image-facts.tsx')).ImageFacts)
export const TagsDialog = lazyPart(async () => (await import('./dialogs/tags-dialog.tsx')).TagsDialog)
export const FileField = lazyPart(async () => (await import('./fields/file-field.tsx')).FileField)
export const UploadField = lazyPart(async () => (await import('./upload/upload-field.tsx')).UploadField)
export const FolderField = lazyPart(async () => (await import('./fields/folder-field.tsx')).FolderField)

export { DropZone } from './upload/drop-zone.tsx'
export { droppedFiles, filesOfInput, type PickedFiles } from './upload/dropped-files.ts'
