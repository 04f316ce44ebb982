import type { Text } from '@vermilion/contract/kernel/text'
import { totalmem } from 'node:os'
import type { Urgency } from '#platform/pictures/worker-pool'
import { createWorkerPool } from '#platform/pictures/worker-pool'
import { AssistFailed } from '../assist.ts'
import type { ModelToRun, NetworkCall, NetworkCalls, NetworkReply, NetworkRequest } from './protocol.ts'

/** Milliseconds that opening a model and running it once may take: the largest looks at a picture for minutes, on two cores. */
const longest = 600_000
/** Milliseconds without work after which the process and its memory are given back. */
const idleTime = 5 * 60_000
/** Bytes that the process may hold: more than the largest model of the catalogue needs, and never most of the machine. */
const mostMemory = Math.min(6 * 1024 ** 3, totalmem() * 0.7)

export type NetworkProcess = ReturnType<typeof createNetworkProcess>

export interface NetworkProcessOptions {
  readonly program?: URL
  readonly memoryLimit?: number
  readonly idleMs?: number
}

/**
 * The one process that runs fetched networks. It starts with the first request and leaves when idle; whatever a model
 * does to it is an error of the request it was at, and the next one starts it anew.
 */
export function createNetworkProcess(options: NetworkProcessOptions = {}) {
  const { program = new URL('./program.ts', import.meta.url), memoryLimit = mostMemory, idleMs = idleTime } = options
  const pool = createWorkerPool<NetworkRequest, NetworkReply>(program, {
    size: 1,
    timeoutMs: longest,
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
          // It ended before it was ready. A server that stops says nothing of the model: jobs go on after the next start.
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
