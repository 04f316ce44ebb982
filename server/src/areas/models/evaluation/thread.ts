import type { EvaluationProblem } from '@vermilion/contract/evaluations'
import { endThread } from '#platform/end-thread'
import { startThread } from '#platform/processes/start-program'
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
  const messages: FromThread[] = []
  let problem: Error | undefined
  let waiting: (() => void) | undefined
  const wake = () => waiting?.()
  const fail = (error: unknown) => {
    problem ??= error instanceof Error ? error : new Error(String(error))
    wake()
  }
  worker.on('message', (message: FromThread) => {
    messages.push(message)
    wake()
  })
  worker.on('error', fail)
  worker.on('exit', () => fail(new Error('the evaluating thread has ended')))
  const stop = () => fail(signal.reason)
  signal.addEventListener('abort', stop, { once: true })
  try {
    for (;;) {
      signal.throwIfAborted()
      const message = messages.shift()
      if (message?.type === 'end') return message.findings
      if (message?.type === 'failed') throw new Unjudgeable(message.problem, message.error)
      if (message !== undefined) {
        await take(message.images)
        worker.postMessage('more')
        continue
      }
      if (problem !== undefined) throw isTooLarge(problem) ? new Unjudgeable('memory', problem.message) : problem
      await new Promise<void>((resolve) => {
        waiting = resolve
      })
    }
  } finally {
    signal.removeEventListener('abort', stop)
    await endThread(worker)
  }
}

const isTooLarge = (problem: Error & { code?: unknown }) => problem.code === 'ERR_WORKER_OUT_OF_MEMORY'
