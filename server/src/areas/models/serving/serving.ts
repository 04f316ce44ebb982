import { fail } from '@vermilion/contract/kernel/errors'
import type { ServedImage, ServingRequest, ServingResponse } from '@vermilion/contract/models/served-images'
import type { BlobStore } from '#platform/blobs/blob-store'
import { createWorkerPool } from '#platform/pictures/worker-pool'
import type { ServingLimits } from '../../../config.ts'
import { withModelFile } from './model-file.ts'
import { type AskedModel, createQueue, type Served, type Visit, type Waiting } from './queue.ts'

const program = new URL('../../../../../trainer/src/serve.ts', import.meta.url)
const maxBatch = 8
/** Share of a process's memory for model files: weights are held twice, and runs need more. */
const heldShare = 1 / 6
const runTimeoutMs = 60_000
const maxWaitMs = 30_000
const maxBytes = 256 * 1024 ** 2
const idleTime = 5 * 60_000

interface ServingOptions extends ServingLimits {
  readonly timeoutMs?: number
  readonly idleMs?: number
  readonly ran?: (pictures: number) => void
}

interface PredictionRequest {
  readonly model: AskedModel
  readonly account: string
  readImage(hold: Visit['hold']): Promise<ServedImage>
  readonly signal: AbortSignal
}

export type Serving = ReturnType<typeof createServing>

/**
 * Requests for one model run as a batch where it supports that. A crash fails only the image that caused it: the rest runs again
 * one by one.
 */
export function createServing(blobs: BlobStore, options: ServingOptions) {
  const { processes, memory, timeoutMs = runTimeoutMs, idleMs = idleTime, ran } = options
  const pool = createWorkerPool<ServingRequest, ServingResponse>(program, {
    size: processes,
    timeoutMs,
    idleMs,
    memoryLimit: memory,
    isRetried: false,
    keyOf: ({ checksum }) => checksum,
  })
  const queue = createQueue({ maxRequests: options.queue, maxBytes, maxWaitMs })
  const batching = new Set<string>()
  let running = 0
  let restarts = 0
  const openModels = new Map<number, number>()

  function dispatch(): void {
    while (running < processes) {
      const batch = queue.take((checksum) => (batching.has(checksum) ? maxBatch : 1))
      if (batch.length === 0) return
      running += 1
      void run(batch).finally(() => {
        running -= 1
        dispatch()
      })
    }
  }

  async function run(batch: readonly Waiting[]): Promise<void> {
    try {
      const { checksum } = batch[0]!.model
      const images = batch.map(({ image }) => image)
      const response = await withModelFile(blobs, checksum, (model) => {
        ran?.(batch.length)
        return pool.run({ checksum, model, images, heldBytes: memory * heldShare }, 'now')
      })
      if (response === undefined) throw fail('model.not-found')
      if ('broken' in response) return lose(batch)
      openModels.set(response.processId, response.openModels)
      batching[response.takesBatches ? 'add' : 'delete'](checksum)
      for (const [at, each] of batch.entries()) each.settle(response.answers[at])
    } catch (error) {
      for (const each of batch) each.reject(error)
    }
  }

  function lose(batch: readonly Waiting[]): void {
    restarts += 1
    const [first] = batch
    if (batch.length > 1) queue.putBack(batch)
    else if (first !== undefined)
      first.reject(
        fail('prediction.lost', {
          name: first.model.name,
          seconds: timeoutMs / 1_000,
          memory: Number((memory / 1024 ** 3).toFixed(1)),
        }),
      )
  }

  return {
    /**
     * Fails as `prediction.full` before reading the image when too many requests wait, of the account or in total. Fails as
     * `prediction.timed-out`, `prediction.lost`, `model-file.picture-unreadable` or `model-file.unusable`.
     */
    async predict({ model, account, readImage, signal }: PredictionRequest): Promise<Served> {
      const visit = queue.enter(account)
      try {
        const image = await readImage(visit.hold)
        signal.throwIfAborted()
        const prediction = queue.add({ model, image, signal })
        dispatch()
        return await prediction
      } finally {
        visit.leave()
      }
    },
    processes: pool.processes,
    figures() {
      const processIds = pool.processes()
      const open = processIds.reduce((sum, processId) => sum + (openModels.get(processId) ?? 0), 0)
      return { waiting: queue.waiting(), workers: processIds.length, openModels: open, restarts }
    },
    close: () => pool.close(),
  }
}
