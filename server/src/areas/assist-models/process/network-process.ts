import type { Text } from '@vermilion/contract/kernel/text'
import { totalmem } from 'node:os'
import { createWorkerPool, type Urgency } from '#platform/pictures/worker-pool'
import { AssistFailed } from '../serving/assist.ts'
import type { ModelToRun, NetworkCall, NetworkCalls, NetworkReply, NetworkRequest } from './protocol.ts'

/** Maximum milliseconds for opening a model and running it once: the largest needs minutes on two cores. */
const callTimeoutMs = 600_000
/** Idle milliseconds after which the process ends and frees its memory. */
const idleTime = 5 * 60_000
/** Memory limit in bytes: enough for the largest catalogue model, and never most of the machine. */
const maxMemory = Math.min(6 * 1024 ** 3, totalmem() * 0.7)

export type NetworkProcess = ReturnType<typeof createNetworkProcess>

export interface NetworkProcessOptions {
  readonly program?: URL
  readonly memoryLimit?: number
  readonly idleMs?: number
}

/** The process starts with the first request and ends when idle. A crash fails only the current request. */
export function createNetworkProcess(options: NetworkProcessOptions = {}) {
  const { program = new URL('./program.ts', import.meta.url), memoryLimit = maxMemory, idleMs = idleTime } = options
  const pool = createWorkerPool<NetworkRequest, NetworkReply>(program, {
    size: 1,
    timeoutMs: callTimeoutMs,
    idleMs,
    memoryLimit,
    isRetried: false,
  })
  let isClosing = false
  return {
    async ask<Call extends NetworkCall>(
      call: Call,
      model: ModelToRun,
      input: NetworkCalls[Call]['input'],
      { urgency = 'now', signal }: { urgency?: Urgency | undefined; signal?: AbortSignal | undefined } = {},
    ): Promise<NetworkCalls[Call]['result']> {
      const reply = await pool
        .run({ ...input, call, model } as NetworkRequest, urgency, signal)
        .catch((error: unknown) => {
          signal?.throwIfAborted()
          // The process ended during startup. A stopping server is no failure of the model: jobs continue after the restart.
          throw error instanceof Error && !isClosing ? new AssistFailed(processEnded) : error
        })
      if ('result' in reply) return reply.result as NetworkCalls[Call]['result']
      if ('unusable' in reply) throw new AssistFailed(unusable(reply.unusable))
      throw new AssistFailed(processEnded)
    },
    close: () => {
      isClosing = true
      return pool.close()
    },
  }
}

const unusable = ({ en, zh }: Text): Text => ({
  en: `The model cannot be run: ${en}`,
  zh: `无法运行该模型：${zh}`,
})

const processEnded = {
  en: 'The process that runs the model ended: it crashed, took too long or needed more memory than there is. Try again; if it happens again, remove the model and fetch it anew',
  zh: '运行模型的进程已结束：崩溃、超时或内存不足。请重试；若再次发生，请移除该模型后重新下载',
}
