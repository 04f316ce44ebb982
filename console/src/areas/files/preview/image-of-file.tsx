import { fileEndpoints } from '@vermilion/contract/files'
import { useQuery } from '@tanstack/react-query'
import { addressOf } from '#lib/api.ts'
import { read } from '#lib/query.ts'
import { ProblemState } from '#ui/feedback/states.tsx'
import { ImageViewer } from './image-viewer/image-viewer.tsx'

interface ImageOfFileProps {
  fileId: string
  name: string
}

export function ImageOfFile({ fileId, name }: ImageOfFileProps) {
  const params = { fileId }
  const file = useQuery(read(fileEndpoints.getFile, { params }))
  if (file.data !== undefined) return <ImageViewer file={file.data} />
  if (file.error !== null) return <ProblemState problem={file.error} onRetry={() => void file.refetch()} />
  return <img src={addressOf(fileEndpoints.fileThumbnail, { params })} alt={name} />
}
