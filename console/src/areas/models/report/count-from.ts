import { evaluationEndpoints } from '@vermilion/contract/evaluations'
import { call } from '#lib/api.ts'
import { refresh } from '#lib/query.ts'
import { notify } from '#ui/feedback/notify.tsx'
import { problemWords } from '#ui/feedback/problem.ts'

export async function evaluateFrom(taskId: string, confidence?: number): Promise<void> {
  try {
    const body = confidence === undefined ? {} : { confidence }
    await call(evaluationEndpoints.evaluateInference, { params: { taskId }, body })
    await refresh('/inferences')
  } catch (problem) {
    notify.error(problemWords(problem))
  }
}
