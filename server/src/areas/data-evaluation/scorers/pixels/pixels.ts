import { availableParallelism } from 'node:os'
import { createWorkerPool } from '#platform/pictures/worker-pool'
import { unreadablePicture } from '../model-failed.ts'
import type { ScoredImage } from '../scorer.ts'
import type { MeasureResult, PixelRequest, PixelResult, PngResult, ShrinkResult } from './pixel-tasks.ts'

export type PixelWork = ReturnType<typeof createPixelWork>

export function createPixelWork(processes = availableParallelism()) {
  const pool = createWorkerPool<PixelRequest, PixelResult>(new URL('./pixels.worker.ts', import.meta.url), {
    size: processes,
    timeoutMs: 60_000,
  })

  async function run(request: PixelRequest, signal?: AbortSignal): Promise<PixelResult> {
    const result = await pool.run(request, 'later', signal)
    if ('broken' in result) throw unreadablePicture(result.broken)
    return result
  }

  return {
    processes,
    measure: (content: ScoredImage['content'], signal: AbortSignal) =>
      run({ task: 'measure', content }, signal) as Promise<MeasureResult>,
    shrink: async (content: ScoredImage['content'], side: number, signal: AbortSignal): Promise<Uint8Array> =>
      ((await run({ task: 'shrink', content, side }, signal)) as ShrinkResult).jpeg,
    png: async (content: ScoredImage['content'], side: number): Promise<Uint8Array> =>
      ((await run({ task: 'png', content, side })) as PngResult).png,
    close: () => pool.close(),
  }
}
