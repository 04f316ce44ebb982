import { fail } from '@vermilion/contract/kernel/errors'
import type { ServedImage, ServingRequest, ServingResponse } from '@vermilion/contract/models/served-images'
import type { BlobStore } from '#platform/blobs/blob-store'
import { createWorkerPool } from '#platform/pictures/worker-pool'
import type { ServingLimits } from '../../../config.ts'
import { modelFileOf } from '../model-file.ts'
import { createLine } from './line.ts'
import type { AskedModel, Served, Visit, Waiting } from './line.ts'

const program = new URL('../../../../../trainer/src/serve.ts', import.meta.url)
/** Pictures that a model is run on at once. */
const mostBatch = 8
/** Of a process's memory, what the files of open models may take: their weights are held twice, and runs need more. */
const heldShare = 1 / 6
/** Milliseconds that a run of a model may take, with the start of its process. */
const longest = 60_000
/** Milliseconds that a picture may wait for its turn. */
const longestWait = 30_000
/** Bytes of pictures that the server holds at once. */
const mostBytes = 256 * 1024 ** 2
/** Milliseconds without work after which a process and its models are given back. */
const idleTime = 5 * 60_000

export interface ServingOptions extends ServingLimits {
  readonly timeoutMs?: number
  readonly idleMs?: number
  /** Told of each run: how many pictures it had. */
  readonly ran?: (pictures: number) => void
}

interface PredictionRequest {
  readonly model: AskedModel
  /** Who asks: one account does not keep others out. */
  readonly account: string
  /** Reads the picture; each byte is counted as it comes. */
  readImage(hold: Visit['hold']): Promise<ServedImage>
  readonly signal: AbortSignal
}

export type Serving = ReturnType<typeof createServing>

/**
 * Runs models on pictures that somebody waits for, in processes of their own that keep models open. What waits for one model is
 * run together where the model takes batches. A process that ends costs the picture it was at: what was run beside it is run
 * again by itself.
 */
export function createServing(blobs: BlobStore, options: ServingOptions) {
  const { processes, queue, memory, timeoutMs = longest, idleMs = idleTime, ran } = options
  const pool = createWorkerPool<ServingRequest, ServingResponse>(program, {
    size: processes,
    timeoutMs,
    idleMs,
    memoryLimit: memory,
    isRetried: false,
    keyOf: ({ checksum }) => checksum,
  })
  const line = createLine({ most: queue, mostBytes, longest: longestWait })
  const batching = new Set<string>()
  let running = 0
  let restarts = 0
  /** By the process that said so last. */
  const openModels = new Map<number, number>()

  function dispatch(): void {
    while (running < processes) {
      const batch = line.take((checksum) => (batching.has(checksum) ? mostBatch : 1))
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
      const model = await modelFileOf(blobs, checksum)
      if (model === undefined) throw fail('model.not-found')
      ran?.(batch.length)
      const images = batch.map(({ image }) => image)
      const response = await pool.run({ checksum, model, images, heldBytes: memory * heldShare }, 'now')
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
    if (batch.length > 1) line.putBack(batch)
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
     * Fails as `prediction.full` where too many wait already, of the account or together; the picture is read only then. Fails as
     * `prediction.timed-out`, `prediction.lost`, `model-file.picture-unreadable` or `model-file.unusable`, and with the signal's
     * reason.
     */
    async predict({ model, account, readImage, signal }: PredictionRequest): Promise<Served> {
      const visit = line.enter(account)
      try {
        const image = await readImage(visit.hold)
        signal.throwIfAborted()
        const prediction = line.add({ model, image, signal })
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
      return { waiting: line.waiting(), workers: processIds.length, openModels: open, restarts }
    },
    close: () => pool.close(),
  }
}
