import type { SpaceFile } from '@vermilion/contract/files'
import { isArchive } from '../paths.ts'
import { ImageViewer } from './image-viewer/image-viewer.tsx'
import { MediaViewer } from './media-viewer.tsx'
import { NoViewer } from './no-viewer.tsx'
import { PdfViewer } from './pdf-viewer.tsx'
import { TextViewer } from './text-viewer/text-viewer.tsx'
import { EntriesViewer } from './entries-viewer.tsx'

export function Viewer({ file }: { file: SpaceFile }) {
  if (file.kind === 'image') return <ImageViewer file={file} />
  if (file.kind === 'video' || file.kind === 'audio') return <MediaViewer file={file} kind={file.kind} />
  if (file.kind === 'text') return <TextViewer file={file} />
  if (file.mediaType === 'application/pdf') return <PdfViewer file={file} />
  if (isArchive(file.name)) return <EntriesViewer file={file} />
  return <NoViewer file={file} />
}
