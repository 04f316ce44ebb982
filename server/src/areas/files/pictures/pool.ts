import { createWorkerPool, type PoolOptions, type Urgency, type WorkerPool } from '#platform/pictures/worker-pool'
import type { PictureRequest, PictureResult } from './tasks.ts'

export interface PicturePool extends Omit<WorkerPool<PictureRequest, PictureResult>, 'run'> {
  run<Request extends PictureRequest>(
    request: Request,
    urgency: Urgency,
    signal?: AbortSignal,
  ): Promise<PictureResult<Request['task']>>
}

/** Processes that make thumbnails, previews and tiles. */
export function createPicturePool(options?: PoolOptions<never, PictureRequest>): PicturePool {
  const program = new URL('./worker.ts', import.meta.url)
  // The worker answers each task with the result of that task.
  return createWorkerPool<PictureRequest, PictureResult>(program, options) as PicturePool
}
