import type { EvaluationProblem } from '@vermilion/contract/evaluations'
import { startThread } from '#platform/processes/start-program'
import { isOutOfMemory, threadMessages } from '#platform/processes/thread-messages'
import type { EvaluationFindings, EvaluationOrder, FromThread, JudgedImage } from './messages.ts'

/** The task's output is permanently unusable. */
export class Unjudgeable extends Error {
  readonly problem: EvaluationProblem

  constructor(problem: EvaluationProblem, message: string) {
    super(message)
    this.problem = problem
  }
}

const maxHeapMebibytes = 1_024

export async function judgeOnThread(
  order: EvaluationOrder,
  take: (images: readonly JudgedImage[]) => Promise<void>,
  signal: AbortSignal,
  memory = maxHeapMebibytes,
): Promise<EvaluationFindings> {
  const resourceLimits = { maxOldGenerationSizeMb: memory }
  const worker = startThread(new URL('./evaluate.worker.ts', import.meta.url), {
    workerData: order,
    resourceLimits,
    execArgv: [],
  })
  try {
    for await (const message of threadMessages<FromThread>(worker, signal)) {
      if (message.type === 'end') return message.findings
      if (message.type === 'failed') throw new Unjudgeable(message.problem, message.error)
      await take(message.images)
      worker.postMessage('more')
    }
    throw new Error('the evaluating thread has ended')
  } catch (error) {
    throw isOutOfMemory(error) ? new Unjudgeable('memory', error.message) : error
  }
}
