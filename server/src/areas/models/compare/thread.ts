import { fail } from '@vermilion/contract/kernel/errors'
import type { Progress } from '@vermilion/contract/kernel/fields'
import { startThread } from '#platform/processes/start-program'
import { isOutOfMemory, threadMessages } from '#platform/processes/thread-messages'
import type { ComparisonFindings, ComparisonOrder, FromThread } from './messages.ts'

const maxHeapMebibytes = 1_536

export async function compareOnThread(
  order: ComparisonOrder,
  onProgress: (progress: Progress) => void,
  signal: AbortSignal,
): Promise<ComparisonFindings> {
  const resourceLimits = { maxOldGenerationSizeMb: maxHeapMebibytes }
  const worker = startThread(new URL('./compare.worker.ts', import.meta.url), {
    workerData: order,
    resourceLimits,
    execArgv: [],
  })
  try {
    for await (const message of threadMessages<FromThread>(worker, signal)) {
      if (message.type === 'end') return message.findings
      if (message.type === 'failed') throw fail('comparison.unreadable')
      onProgress(message.progress)
    }
    throw new Error('the comparing thread has ended')
  } catch (error) {
    throw isOutOfMemory(error) ? fail('comparison.too-large') : error
  }
}
