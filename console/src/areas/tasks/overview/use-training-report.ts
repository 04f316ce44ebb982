import type { Task } from '@vermilion/contract/tasks'
import { trainingReportEndpoints } from '@vermilion/contract/tasks/training-report'
import { useQuery } from '@tanstack/react-query'
import { read } from '#lib/query.ts'

/** What a training told of the model that it kept; undefined while it is not there, or where it told nothing. */
export function useTrainingReport({ id, kind, modelId }: Task) {
  const hasModel = kind === 'training' && modelId !== null
  const report = useQuery({
    ...read(trainingReportEndpoints.trainingReport, { params: { taskId: id } }),
    enabled: hasModel,
  })
  return report.data ?? undefined
}
