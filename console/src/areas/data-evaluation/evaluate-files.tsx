import { useNavigate } from '@tanstack/react-router'
import { type FileEvaluation, useFileEvaluation } from '#ui/files/file-evaluation.ts'
import { CreateEvaluation } from './evaluation-form.tsx'

export function EvaluateFiles({ request }: { request: FileEvaluation }) {
  const { spaceId } = request
  const navigate = useNavigate()
  const close = () => useFileEvaluation.setState({ request: null })
  return (
    <CreateEvaluation
      spaceId={spaceId}
      files={request}
      onClose={close}
      onCreated={({ id: evaluationId }) => {
        close()
        void navigate({
          to: '/space/list/file/$id/evaluations/$evaluationId',
          params: { id: spaceId, evaluationId },
        })
      }}
    />
  )
}
