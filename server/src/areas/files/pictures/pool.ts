import type { LocalFile } from '#platform/blobs/blob-store'
import { createWorkerPool, type PoolOptions, type Urgency, type WorkerPool } from '#platform/pictures/worker-pool'
import type { PictureRequest, PictureResult } from './tasks.ts'

export interface PicturePool extends Omit<WorkerPool<PictureRequest, PictureResult>, 'run'> {
  run<Request extends PictureRequest>(
    request: Request,
    urgency: Urgency,
    signal?: AbortSignal,
  ): Promise<PictureResult<Request['task']>>
}

/** Longest time for one picture, in milliseconds. */
const longest = 30_000
const maxSlow = 1_000

export function createPicturePool(options: Omit<PoolOptions<never, PictureRequest>, 'lost'> = {}): PicturePool {
  const slow = new Set<string>()
  const timeoutMs = options.timeoutMs ?? longest

  /** A slow disk is not the picture's fault: a stored picture counts as broken only when it is too slow again. */
  function isOften({ file, within }: LocalFile): boolean {
    if (within !== null) return false
    if (slow.has(file)) return true
    slow.add(file)
    const [oldest] = slow.size > maxSlow ? slow : []
    if (oldest !== undefined) slow.delete(oldest)
    return false
  }

  return createWorkerPool<PictureRequest, PictureResult>(new URL('./worker.ts', import.meta.url), {
    ...options,
    timeoutMs,
    lost(request, reason) {
      if (reason === 'crashed') return { broken: 'damaged' }
      const source = 'source' in request ? request.source : request.pictures[0]?.source
      const isBroken = source !== undefined && isOften(source)
      return isBroken ? { broken: 'too-large' } : { missing: true, unread: 'it took too long' }
    },
  })
}
