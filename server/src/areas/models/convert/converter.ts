import type { ConversionMessage, ConversionOrder } from '@vermilion/contract/models/conversion-program'
import { limitMemory } from '#platform/processes/memory-limit'
import { forkProgram } from '#platform/processes/start-program'
import { orAborted } from '#platform/time-out'

const program = new URL('../../../../../trainer/src/convert-model.ts', import.meta.url)
const maxMemory = 4 * 1024 ** 3

export type ConversionOutcome = Exclude<ConversionMessage, { type: 'progress' }>

export async function runConverter(
  order: ConversionOrder,
  onProgress: (done: number, total: number) => void,
  signal: AbortSignal,
): Promise<ConversionOutcome> {
  signal.throwIfAborted()
  const child = forkProgram(program, { stdio: ['ignore', 'ignore', 'ignore', 'ipc'], execArgv: [] })
  const release = limitMemory(child, maxMemory)
  const outcome = Promise.withResolvers<ConversionOutcome>()
  child.on('message', (message: ConversionMessage) => {
    if (message.type === 'progress') onProgress(message.done, message.total)
    else outcome.resolve(message)
  })
  child.on('error', outcome.reject)
  child.on('exit', () =>
    outcome.resolve({ type: 'failed', problem: 'other', detail: 'the program crashed, or needed more than 4 GiB' }),
  )
  try {
    child.send(order)
    return await orAborted(outcome.promise, signal)
  } finally {
    release()
    child.kill('SIGKILL')
  }
}
