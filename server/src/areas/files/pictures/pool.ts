import { createWorkerPool, type PoolOptions, type Urgency, type WorkerPool } from '#platform/pictures/worker-pool'
import type { PictureRequest, PictureResult } from './tasks.ts'

export interface PicturePool extends Omit<WorkerPool<PictureRequest, PictureResult>, 'run'> {
  run<Request extends PictureRequest>(
    request: Request,
    urgency: Urgency,
    signal?: AbortSignal,
  ): Promise<PictureResult<Request['task']>>
}

/** Milliseconds that one picture may take. */
const longest = 30_000

/** Processes that make thumbnails, previews and tiles. */
export function createPicturePool(options: PoolOptions<never, PictureRequest> = {}): PicturePool {
  const { timeoutMs = longest } = options
  const program = new URL('./worker.ts', import.meta.url)
  const lost = { broken: 'the decoder crashed' }
  /** When each picture was last given to a worker. */
  const begunAt = new WeakMap<PictureRequest, number>()
  const keyOf = (request: PictureRequest) => {
    begunAt.set(request, performance.now())
    return ''
  }
  const pool = createWorkerPool<PictureRequest, PictureResult>(program, { ...options, timeoutMs, lost, keyOf })
  const tookTooLong = (request: PictureRequest) => performance.now() - (begunAt.get(request) ?? 0) >= timeoutMs

  return {
    ...pool,
    async run(request: PictureRequest, urgency: Urgency, signal?: AbortSignal) {
      const result = await pool.run(request, urgency, signal)
      // A worker is ended where the disk is slow, too, which is not the picture's fault.
      return result === lost && tookTooLong(request) ? { missing: true, unread: 'it took too long' } : result
    },
  }
}
