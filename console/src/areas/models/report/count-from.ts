import { evaluationEndpoints } from '@vermilion/contract/evaluations'
import { call } from '#lib/api.ts'
import { refresh } from '#lib/query.ts'
import { attempt } from '#ui/feedback/use-action.ts'

export function evaluateFrom(taskId: string, confidence?: number): Promise<void> {
  return attempt(async () => {
    const body = confidence === undefined ? {} : { confidence }
    await call(evaluationEndpoints.evaluateInference, { params: { taskId }, body })
    await refresh('/inferences')
  })
}
