import type { SpaceFile } from '@vermilion/contract/files'
import { lazyPart } from '#lib/loading/lazy-part.tsx'
import { isArchive } from '../paths.ts'
import { ImageViewer } from './image-viewer/image-viewer.tsx'
import { MediaViewer } from './media-viewer.tsx'
import { NoViewer } from './no-viewer.tsx'
import { PdfViewer } from './pdf-viewer.tsx'

const TextViewer = lazyPart(async () => (await import('./text-viewer/text-viewer.tsx')).TextViewer)
const EntriesViewer = lazyPart(async () => (await import('./entries-viewer.tsx')).EntriesViewer)

export function Viewer({ file }: { file: SpaceFile }) {
  if (file.kind === 'image') return <ImageViewer file={file} />
  if (file.kind === 'video' || file.kind === 'audio') return <MediaViewer file={file} kind={file.kind} />
  if (file.kind === 'text') return <TextViewer file={file} />
  if (file.mediaType === 'application/pdf') return <PdfViewer file={file} />
  if (isArchive(file.name)) return <EntriesViewer file={file} />
  return <NoViewer file={file} />
}
