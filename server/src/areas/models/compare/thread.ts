import { fail } from '@vermilion/contract/kernel/errors'
import type { Progress } from '@vermilion/contract/kernel/fields'
import { endThread } from '#platform/end-thread'
import { startThread } from '#platform/processes/start-program'
import type { ComparisonFindings, ComparisonOrder, FromThread } from './messages.ts'

const maxHeapMebibytes = 1_536

export async function compareOnThread(
  order: ComparisonOrder,
  onProgress: (progress: Progress) => void,
  signal: AbortSignal,
): Promise<ComparisonFindings> {
  signal.throwIfAborted()
  const resourceLimits = { maxOldGenerationSizeMb: maxHeapMebibytes }
  const worker = startThread(new URL('./compare.worker.ts', import.meta.url), {
    workerData: order,
    resourceLimits,
    execArgv: [],
  })
  const outcome = Promise.withResolvers<ComparisonFindings>()
  worker.on('message', (message: FromThread) => {
    if (message.type === 'progress') onProgress(message.progress)
    else if (message.type === 'end') outcome.resolve(message.findings)
    else outcome.reject(fail('comparison.unreadable'))
  })
  worker.on('error', (error: Error & { code?: unknown }) => {
    outcome.reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? fail('comparison.too-large') : error)
  })
  worker.on('exit', () => outcome.reject(new Error('the comparing thread has ended')))
  const stop = () => outcome.reject(signal.reason)
  signal.addEventListener('abort', stop, { once: true })
  try {
    return await outcome.promise
  } finally {
    signal.removeEventListener('abort', stop)
    await endThread(worker)
  }
}
