import type { Task } from '@vermilion/contract/tasks'
import { trainingReportEndpoints } from '@vermilion/contract/tasks/training-report'
import { useQuery } from '@tanstack/react-query'
import { read } from '#lib/query.ts'

export function useTrainingReport({ id, kind, modelId }: Task) {
  const hasModel = kind === 'training' && modelId !== null
  const report = useQuery({
    ...read(trainingReportEndpoints.trainingReport, { params: { taskId: id } }),
    enabled: hasModel,
  })
  return report.data ?? undefined
}
