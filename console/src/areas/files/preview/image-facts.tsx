import { fileEndpoints } from '@vermilion/contract/files'
import { useQuery } from '@tanstack/react-query'
import { read } from '#lib/query.ts'
import { Bone } from '#ui/feedback/states.tsx'
import { problemWords } from '#ui/feedback/problem.ts'
import { Facts } from './facts.tsx'

export function ImageFacts({ fileId }: { fileId: string }) {
  const file = useQuery(read(fileEndpoints.getFile, { params: { fileId } }))
  if (file.isPending) return <Bone height={180} />
  if (file.data === undefined)
    return (
      <p className="text-secondary" style={{ padding: '0 16px 14px' }}>
        {problemWords(file.error)}
      </p>
    )
  return <Facts file={file.data} />
}
